import type { Sql } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { checkCondition } from './check-condition.js';
import { compileWhere, type FoundRows } from './compile-where.js';
import { parseRequest } from './parse-request.js';
import { readAddressValues } from './read-address-values.js';
import { resolveFilter } from './resolve-filter.js';
import type { Searchable } from './searchable.js';

/**
 * Compiles the rows that a filter expression finds, for a statement that does more than return a page. Throws when the
 * expression is invalid or has no condition. Call this outside a transaction, because it reads on connections of its own.
 */
export async function compileQuery(
  context: Context,
  resource: Searchable<unknown>,
  { query, lookUp = context.database.sql }: { query: string; lookUp?: Sql },
): Promise<FoundRows> {
  const { tenantId, sizes } = context;
  const invalidParams = await checkCondition(context, resource, query);
  if (Object.keys(invalidParams).length > 0) throw new DomainError('invalid_body_params', { invalidParams });
  const parsed = parseRequest({ query }, resource.fields);
  const looking = { lookUp, tenantId, sizes };
  const read = parsed.filter && (await readAddressValues(context, parsed.filter));
  const filter = await resolveFilter(looking, resource, { ...parsed, filter: read, request: { query } });
  return compileWhere(resource, { filter, text: '' }, context);
}
