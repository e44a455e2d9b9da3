import { composedStatement } from '@parley/database';
import type { Context } from '../context.js';
import { compileFilter } from './compile-filter.js';
import type { Condition, Filter } from './filter.js';
import { Parameters } from './parameters.js';
import type { SearchStatements } from './run-search.js';
import type { Field, Lookup } from './searchable.js';

/** The tenant that searches, and the statements of its search. */
export interface Looking extends Pick<SearchStatements, 'lookUp'>, Pick<Context, 'tenantId' | 'sizes'> {}

/**
 * Replaces comparisons of a looked-up value, such as the name of a label, by comparisons of the ids that have it. The
 * database has statistics on how many contacts have a label by its id, but not by its name. Without this, it would read
 * and sort all contacts of a label that most contacts have: 970 ms instead of 20 ms among 20,000 contacts on a busy machine.
 */
export async function resolveLookups(looking: Looking, filter: Filter): Promise<Filter> {
  if ('filters' in filter) {
    const filters: Filter[] = [];
    for (const part of filter.filters) filters.push(await resolveLookups(looking, part));
    return { ...filter, filters };
  }
  if ('filter' in filter) return { ...filter, filter: await resolveLookups(looking, filter.filter) };
  const lookup = lookupOf(filter.field);
  if (lookup === undefined) return filter;
  if (filter.type === 'isNull') return { type: 'isNull', field: lookup.idField };
  if (!isComparisonOfTexts(filter)) return filter;
  const isExcluded = filter.type === 'ne';
  const values = await findIds(looking, lookup, isExcluded ? { ...filter, type: 'eq' } : filter);
  const found: Filter = { type: 'in', field: lookup.idField, values };
  return isExcluded ? { type: 'not', filter: found } : found;
}

function lookupOf(field: Field): Lookup | undefined {
  return 'lookup' in field ? field.lookup : undefined;
}

function isComparisonOfTexts(condition: Exclude<Condition, { type: 'isNull' }>): boolean {
  const values = condition.type === 'in' ? condition.values : [condition.value];
  return values.every((value) => typeof value === 'string');
}

async function findIds(
  { lookUp, tenantId, sizes }: Looking,
  lookup: Lookup,
  condition: Condition,
): Promise<string[]> {
  const { table, column } = lookup;
  const parameters = new Parameters();
  const tenant = parameters.add(tenantId, 'uuid');
  const matches = compileFilter(
    { ...condition, field: { kind: 'text', column } },
    { row: table, tenant, parameters, sizes },
  );
  const text = `select id from ${table} where tenant_id = ${tenant} and ${matches}`;
  const rows = await lookUp<{ id: string }>(composedStatement(text), parameters.values);
  return rows.map(({ id }) => id);
}
