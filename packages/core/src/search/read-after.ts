import type { ValidationErrors } from '../validation-errors.js';
import { type Cursor, readCursor } from './cursor.js';
import type { Expressions } from './parse-request.js';
import type { SortKey } from './parse-sort.js';

interface SortedSearch {
  readonly table: string;
  readonly request: Expressions;
  readonly sort: readonly SortKey[];
}

/** Reads the cursor of a request and adds its error. It is not read when the order that it was written for is invalid. */
export function readAfter(
  { text, path }: { text: string | null | undefined; path: string },
  { table, request, sort }: SortedSearch,
  errors: ValidationErrors,
): Cursor | undefined {
  if (typeof text !== 'string' || 'sortBy' in errors.invalidParams) return undefined;
  const order = sort.map(({ field }) => field);
  const after = readCursor(text, { table, request }, order);
  if (typeof after !== 'string') return after;
  errors.add(path, 'invalid_string', after);
  return undefined;
}
