import { ValidationErrors } from '../validation-errors.js';
import { ExpressionError } from './expression-error.js';
import type { Filter } from './filter.js';
import { parseFilter } from './parse-filter.js';
import { parseSort, type SortKey } from './parse-sort.js';
import type { Definitions } from './resolve-defined.js';
import type { Fields } from './searchable.js';

export interface SearchRequest {
  readonly query?: string;
  readonly sortBy?: string;
  /** A part of the name; case is ignored. */
  readonly search?: string;
  /** Default is page 0 with a limit of 10 and an exact total. */
  readonly pagination?: PageRequest;
}

export interface PageRequest {
  readonly page?: number;
  readonly limit?: number;
  /** The number after which counting stops. */
  readonly countUpTo?: number;
  /**
   * The `nextCursor` of the previous page; null requests a page by its number together with the cursor of the next
   * page.
   */
  readonly cursor?: string | null;
}

export interface ParsedRequest {
  readonly filter: Filter | undefined;
  readonly sort: readonly SortKey[];
  readonly text: string;
}

/** Parses both expressions, so that the errors of both are reported together. */
export function parseRequest(request: Expressions, fields: Fields): ParsedRequest {
  const errors = new ValidationErrors();
  const parsed = readRequest(request, fields, errors);
  errors.throwIfAny();
  return parsed;
}

/** Like `parseRequest`, but adds errors instead of throwing; an expression with an error is left out. */
export function readRequest(
  { query = '', sortBy = '', search = '' }: Expressions,
  fields: Fields,
  errors: ValidationErrors,
): ParsedRequest {
  const filter = collecting(errors, 'query', () => parseFilter(query, fields));
  const sort = collecting(errors, 'sortBy', () => parseSort(sortBy, fields)) ?? [];
  if (search.includes('\u0000')) {
    errors.add('search', 'invalid_string', 'Expected a string without the character U+0000');
  }
  return { filter, sort, text: search };
}

/** The parsed parts of a request; a part that the schema rejected is undefined. */
export type Expressions = {
  readonly [Key in 'query' | 'sortBy' | 'search']?: SearchRequest[Key] | undefined;
};

/** Checks the use of tenant-defined fields, once their definitions are known. */
export function checkDefinedFields(request: Expressions, fields: Fields, definitions: Definitions): void {
  if (definitions.size > 0) parseRequest(request, withDefined(fields, definitions));
}

/** Adds the tenant-defined fields that exist; any other field of their family then counts as unknown. */
export function withDefined(fields: Fields, definitions: Definitions): Fields {
  const known = Object.entries(fields).map(
    ([key, field]) => [key, 'findDefinitions' in field ? { ...field, isClosed: true } : field] as const,
  );
  const defined = [...definitions].flatMap(([key, definition]) =>
    definition ? [[key, { kind: definition.kind, column: key }] as const] : [],
  );
  return Object.fromEntries([...known, ...defined]);
}

function collecting<Result>(errors: ValidationErrors, path: string, parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    errors.add(path, 'invalid_string', error.message);
    return undefined;
  }
}
