import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import { readRequest, type SearchRequest, withDefined } from './parse-request.js';
import { readSearch } from './read-search.js';
import { findDefinitions } from './resolve-defined.js';
import type { Searchable } from './searchable.js';

/** The tenant that searches, and what reads the fields that it defines. */
export interface Reading extends Pick<Context, 'tenantId'> {
  readonly database: Pick<Context['database'], 'sql'>;
}

/** Returns the validation errors of a search without searching. */
export async function checkSearch(
  { database, tenantId }: Reading,
  { table, fields }: Pick<Searchable<unknown>, 'table' | 'fields'>,
  request: ValidPart<SearchRequest>,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  const { filter } = readSearch({ table, fields }, request, errors);
  const definitions = await findDefinitions({ lookUp: database.sql, tenantId }, filter);
  if (definitions.size > 0) readRequest(request, withDefined(fields, definitions), errors);
  return errors.invalidParams;
}
