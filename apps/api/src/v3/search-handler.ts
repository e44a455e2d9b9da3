import type { Context, ValidPart } from '@parley/core';
import { checkSearch, type InvalidParams, type Searchable, type SearchRequest, search } from '@parley/core';
import { presentSearch, type SearchResponse } from '@parley/presenters/v3';

interface SearchHandler<Params, Item> {
  check(
    context: Context,
    request: { params: Params; body: ValidPart<SearchRequest> },
  ): Promise<InvalidParams>;
  handle(context: Context, request: { params: Params; body: SearchRequest }): Promise<SearchResponse<Item>>;
}

/**
 * Returns the handler of a search, for every resource. A nested resource is searched within the record that the path
 * names.
 */
export function searchHandler<Params, Entry, Item>(
  resourceOf: (params: Params) => Searchable<Entry>,
  present: (entry: Entry) => Item,
): SearchHandler<Params, Item> {
  return searchHandlerWith(resourceOf, async () => present);
}

/** Like `searchHandler`, for a resource whose presenter needs a value from the request. */
export function searchHandlerWith<Params, Entry, Item>(
  resourceOf: (params: Params) => Searchable<Entry>,
  createPresenter: (context: Context) => Promise<(entry: Entry) => Item>,
): SearchHandler<Params, Item> {
  return {
    check: (context, { params, body }) => checkSearch(context, resourceOf(params), body),
    async handle(context, { params, body }) {
      const result = await search(context, resourceOf(params), body);
      return presentSearch(body, result, await createPresenter(context));
    },
  };
}
