import { composedStatement } from '@parley/database';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import { kindsSql, listDefined } from './compile-defined.js';
import type { Filter } from './filter.js';
import { Parameters } from './parameters.js';
import { readRequest, type SearchRequest, withDefined } from './parse-request.js';
import { readSearch } from './read-search.js';
import type { DefinedKind, Searchable } from './searchable.js';

/** The tenant that searches, and what reads the fields that it defines. */
export interface Reading extends Pick<Context, 'tenantId'> {
  readonly database: Pick<Context['database'], 'sql'>;
}

/** Returns the validation errors of a search without searching. */
export async function checkSearch(
  context: Reading,
  { table, fields }: Pick<Searchable<unknown>, 'table' | 'fields'>,
  request: ValidPart<SearchRequest>,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  const { filter } = readSearch({ table, fields }, request, errors);
  const kinds = await findKinds(context, filter);
  if (kinds.size > 0) readRequest(request, withDefined(fields, kinds), errors);
  return errors.invalidParams;
}

async function findKinds(
  { database, tenantId }: Reading,
  filter: Filter | undefined,
): Promise<ReadonlyMap<string, DefinedKind | null | undefined>> {
  const defined = listDefined(filter);
  if (defined.length === 0) return new Map();
  const parameters = new Parameters();
  const scope = { row: '', tenant: parameters.add(tenantId, 'uuid'), parameters };
  const [row] = await database.sql<{ kinds: readonly (DefinedKind | null)[] }>(
    composedStatement(`select ${kindsSql(defined, scope)} as kinds`),
    parameters.values,
  );
  return new Map(defined.map(({ key }, index) => [key, row?.kinds[index]]));
}
