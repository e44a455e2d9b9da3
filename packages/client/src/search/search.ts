import { readCount } from '../call/settings.js';
import { hasProperties } from '../has-properties.js';
import {
  type FetchPage,
  type FoundPage,
  iteratePages,
  maximalPageSize,
  type SearchRequest,
} from './iterate-pages.js';

/** The results of a search. The first request is sent when a loop starts, and each loop starts from the beginning. */
export interface Search<Item, Page> extends AsyncIterable<Item> {
  /** Returns the same results page by page. Their total is exact, unless the request has `countUpTo`. */
  pages(): AsyncIterable<Page>;
  /**
   * Returns all items in one list, or the first ones up to `limit`. Use it before you change the fields that you filter
   * by, because otherwise items move between pages.
   */
  toArray(options?: ToArrayOptions): Promise<Item[]>;
}

export interface ToArrayOptions {
  /** The largest number of items to return. No page is fetched that is not needed for them. */
  readonly limit?: number | undefined;
}

export function createSearch(fetchPage: FetchPage, request: SearchRequest): Search<unknown, FoundPage> {
  const items = (pageSize?: number) =>
    iterateItems(iteratePages(fetchPage, { ...withoutTotal(request), pageSize }));
  return {
    pages: () => iteratePages(fetchPage, request),
    [Symbol.asyncIterator]: () => items(),
    async toArray({ limit = Number.POSITIVE_INFINITY } = {}) {
      if (limit !== Number.POSITIVE_INFINITY) readCount('limit', limit);
      const found: unknown[] = [];
      if (limit === 0) return found;
      for await (const item of items(Math.min(limit, maximalPageSize))) {
        found.push(item);
        if (found.length === limit) break;
      }
      return found;
    },
  };
}

/** A loop needs no total, and counting all items can take longer than reading a page. */
function withoutTotal({ body, hasCursor }: SearchRequest): SearchRequest {
  if (hasCursor) return { body, hasCursor };
  const { pagination }: { pagination?: object } = body;
  return { body: { ...body, pagination: { countUpTo: 1, ...pagination } }, hasCursor };
}

async function* iterateItems(pages: AsyncIterable<FoundPage>): AsyncGenerator<unknown, void, undefined> {
  let earlier = new Set<unknown>();
  for await (const { data } of pages) {
    // An item whose sort value has changed in the meantime can be on this page too.
    for (const item of data) if (!earlier.has(idOf(item))) yield item;
    earlier = new Set(data.map(idOf));
  }
}

/** An item without an id is never a duplicate. */
function idOf(item: unknown): unknown {
  return hasProperties(item) && 'id' in item ? item.id : Symbol();
}
