import { Faults } from '../faults.js';
import { ExpressionError } from './expression-error.js';
import type { Filter } from './filter.js';
import { parseFilter } from './parse-filter.js';
import { parseSort, type SortKey } from './parse-sort.js';
import type { Field } from './searchable.js';

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
  fields: Readonly<Record<string, Field>>,
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

function collecting<Result>(faults: Faults, path: string, parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    faults.add(path, 'invalid_string', error.message);
    return undefined;
  }
}
