import { Faults } from '../faults.js';
import { ExpressionError } from './expression-error.js';
import type { Filter } from './filter.js';
import { parseFilter } from './parse-filter.js';
import { parseSort, type SortKey } from './parse-sort.js';
import type { DefinedKind, Fields } from './searchable.js';

export interface SearchRequest {
  readonly query?: string;
  readonly sortBy?: string;
  /** Part of the name, upper and lower case alike. */
  readonly search?: string;
  /** From 0, 10 to a page, unless told. */
  readonly pagination?: { readonly page?: number; readonly limit?: number };
}

export interface ParsedRequest {
  readonly filter: Filter | undefined;
  readonly sort: readonly SortKey[];
  readonly text: string;
}

/** Both expressions are read, so that the mistakes of both are told together. */
export function parseRequest(
  { query = '', sortBy = '', search = '' }: SearchRequest,
  fields: Fields,
): ParsedRequest {
  const faults = new Faults();
  const filter = collecting(faults, 'query', () => parseFilter(query, fields));
  const sort = collecting(faults, 'sortBy', () => parseSort(sortBy, fields)) ?? [];
  if (search.includes('\u0000')) {
    faults.add('search', 'invalid_string', 'Expected a text without the character U+0000');
  }
  faults.refuseIfAny();
  return { filter, sort, text: search };
}

/** Once the kinds of the defined fields are known, what was asked of them can be checked as of any other. */
export function refuseUnlessDefined(
  request: SearchRequest,
  fields: Fields,
  kinds: ReadonlyMap<string, DefinedKind | null | undefined>,
): void {
  if (kinds.size === 0) return;
  const known = Object.entries(fields).map(
    ([key, field]) => [key, 'kindOf' in field ? { ...field, isClosed: true } : field] as const,
  );
  const defined = [...kinds].flatMap(([key, kind]) => (kind ? [[key, { kind, column: key }] as const] : []));
  parseRequest(request, Object.fromEntries([...known, ...defined]));
}

function collecting<Result>(faults: Faults, path: string, parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    faults.add(path, 'invalid_string', error.message);
    return undefined;
  }
}
