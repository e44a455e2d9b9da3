import type { ValidPart } from '../valid-part.js';
import type { ValidationErrors } from '../validation-errors.js';
import type { Cursor } from './cursor.js';
import { type ParsedRequest, readRequest, type SearchRequest } from './parse-request.js';
import type { SortKey } from './parse-sort.js';
import { readAfter } from './read-after.js';
import type { Searchable } from './searchable.js';

/** A completely parsed request. */
export interface ParsedSearch extends ParsedRequest {
  readonly page: number;
  readonly limit: number;
  readonly countUpTo: number | undefined;
  /** Whether the response contains the cursor of the next page. */
  readonly isByCursor: boolean;
  /** The position of the page; undefined for a page by its number. */
  readonly after: Cursor | undefined;
}

/** Parses a request and adds its errors. */
export function readSearch(
  { table, fields }: Pick<Searchable<unknown>, 'table' | 'fields'>,
  request: ValidPart<SearchRequest>,
  errors: ValidationErrors,
): ParsedSearch {
  const { filter, sort: wished, text } = readRequest(request, fields, errors);
  const sort = wished.length > 0 ? wished : newestFirst;
  const { page = 0, limit = 10, countUpTo, cursor } = request.pagination ?? {};
  const cursorField = { text: cursor, path: 'pagination.cursor' };
  const after = readAfter(cursorField, { table, request, sort }, errors);
  if (typeof cursor === 'string' && page > 0) {
    errors.add('pagination.page', 'too_big', 'A page number cannot be combined with a cursor');
  }
  const isByCursor = cursor !== undefined;
  return { filter, sort, text, page: after?.page ?? page, limit, countUpTo, isByCursor, after };
}

const newestFirst: readonly SortKey[] = [
  { field: { kind: 'timestamp', column: 'created_at' }, direction: 'desc' },
];
