import { isObject } from '../is-object.js';
import { type FetchPage, type FoundPage, iteratePages, type SearchRequest } from './iterate-pages.js';

/** What a search finds. Nothing is asked for before the first item is wanted, and each loop begins anew. */
export interface Search<Item, Page> extends AsyncIterable<Item> {
  /** The same page by page, with what the service says of each, as the total. */
  pages(): AsyncIterable<Page>;
  /** All items at once. Use it before changing what you search by, since pages shift with the result. */
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
    // What was created meanwhile has pushed the end of the page before onto this one.
    for (const item of data) if (!earlier.has(idOf(item))) yield item;
    earlier = new Set(data.map(idOf));
  }
}

/** An item without an id is like no other. */
function idOf(item: unknown): unknown {
  return isObject(item) && 'id' in item ? item.id : Symbol();
}
