import {
  type Context,
  checkSearch,
  type InvalidParams,
  JsonText,
  type Searchable,
  type SearchRequest,
  searchText,
  type ValidPart,
} from '@parley/core';
import { presentPosition, presentSearch, type SearchResponse } from '@parley/presenters/v3';

interface SearchHandler<Params, Item> {
  check(
    context: Context,
    request: { params: Params; body: ValidPart<SearchRequest> },
  ): Promise<InvalidParams>;
  handle(
    context: Context,
    request: { params: Params; body: SearchRequest },
  ): Promise<SearchResponse<Item> | JsonText<SearchResponse<Item>>>;
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

/**
 * Like `searchHandler`, for a resource whose records the contract shows as they are stored. `present` gives the type of a response and
 * is never called; a test compares what it returns.
 */
export function storedSearchHandler<Params, Entry, Item>(
  resourceOf: (params: Params) => Searchable<Entry>,
  present: (entry: Entry) => Item,
): SearchHandler<Params, Item> {
  return searchHandlerWith(
    resourceOf,
    async () => present,
    () => true,
  );
}

/**
 * Like `searchHandler`, for a resource whose presenter needs a value from the request. If `isAsPresented` finds that the text of a page
 * is what the presenter returns, the text of PostgreSQL is sent, and is neither parsed nor written again. A test compares
 * both.
 */
export function searchHandlerWith<Params, Entry, Item>(
  resourceOf: (params: Params) => Searchable<Entry>,
  createPresenter: (context: Context) => Promise<(entry: Entry) => Item>,
  isAsPresented?: (text: string) => boolean,
): SearchHandler<Params, Item> {
  return {
    check: (context, { params, body }) => checkSearch(context, resourceOf(params), body),
    async handle(context, { params, body }) {
      const { records, ...facts } = await searchText(context, resourceOf(params), body);
      if (!isAsPresented?.(records.text)) {
        const result = { ...facts, records: records.parse() };
        return presentSearch(body, result, await createPresenter(context));
      }
      const position = JSON.stringify(presentPosition(body, facts));
      return new JsonText(`{"success":true,"data":${records.text},${position.slice(1)}`);
    },
  };
}
