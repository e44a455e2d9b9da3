import type { components } from '@parley/contract/v3';
import type { CursorSearchRequest, PageFacts, SearchRequest, SearchResult } from '@parley/core';

/** The response of every search: one page, its position and the total, and the search that was run. */
export interface SearchResponse<Item> {
  success: true;
  data: Item[];
  pagination: components['schemas']['Pagination'];
  query: components['schemas']['SearchEcho'];
}

export function presentSearch<Entry, Item>(
  request: SearchRequest,
  result: SearchResult<Entry>,
  presentItem: (entry: Entry) => Item,
): SearchResponse<Item> {
  const { pagination, query } = presentPosition(request, result);
  return { success: true, data: result.records.map(presentItem), pagination, query };
}

/** What follows the items of a page. */
export function presentPosition(
  request: SearchRequest,
  facts: PageFacts,
): Pick<SearchResponse<unknown>, 'pagination' | 'query'> {
  return { pagination: presentPagination(facts), query: presentSearchEcho(request) };
}

/** Presents the position of a page. The last two keys are present only if the request requires them. */
function presentPagination({
  page,
  limit,
  total,
  totalIsLowerBound,
  nextCursor,
}: PageFacts): components['schemas']['Pagination'] {
  return {
    page,
    limit,
    total,
    ...(totalIsLowerBound !== undefined && { totalIsLowerBound }),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/** Returns the search as it was sent, with null for omitted fields. */
export function presentSearchEcho({
  query,
  sortBy,
  search,
}: Pick<CursorSearchRequest, 'query' | 'sortBy' | 'search'>): components['schemas']['SearchEcho'] {
  return { query: query ?? null, sortBy: sortBy ?? null, search: search ?? null };
}
