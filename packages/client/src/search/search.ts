import { isObject } from '../is-object.js';
import { type FetchPage, type FoundPage, iteratePages, type SearchRequest } from './iterate-pages.js';

/** The results of a search. The first request is sent when a loop starts, and each loop starts from the beginning. */
export interface Search<Item, Page> extends AsyncIterable<Item> {
  /** The same results page by page, with the paging information, such as the total. */
  pages(): AsyncIterable<Page>;
  /** All items in one list. Use it before you change the fields that you filter by, because pages then shift. */
  toArray(): Promise<Item[]>;
}

export function createSearch(fetchPage: FetchPage, request: SearchRequest): Search<unknown, FoundPage> {
  const pages = () => iteratePages(fetchPage, request);
  const items = () => iterateItems(pages());
  return {
    pages,
    [Symbol.asyncIterator]: items,
    async toArray() {
      const found: unknown[] = [];
      for await (const item of items()) found.push(item);
      return found;
    },
  };
}

async function* iterateItems(pages: AsyncIterable<FoundPage>): AsyncGenerator<unknown, void, undefined> {
  let earlier = new Set<unknown>();
  for await (const { data } of pages) {
    // A record that was created meanwhile has moved the end of the previous page onto this one.
    for (const item of data) if (!earlier.has(idOf(item))) yield item;
    earlier = new Set(data.map(idOf));
  }
}

/** An item without an id is never a duplicate. */
function idOf(item: unknown): unknown {
  return isObject(item) && 'id' in item ? item.id : Symbol();
}
