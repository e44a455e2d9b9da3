import { type Database, RepeatedStatements } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import type { Parameters } from './parameters.js';
import { SearchSlots } from './search-slots.js';

/** Runs the statement of a search, which returns one row, within the bounds of the tenant's searches. */
export function runSearch<Row>(context: Context, text: string, { values }: Parameters): Promise<Row> {
  const { database, tenantId, limits } = context;
  const limit = limits?.concurrentSearches ?? Number.POSITIVE_INFINITY;
  return SearchSlots.of(database).run({ tenantId, limit }, async () => {
    const [row] = await database.searches
      .sql(statementsOf(database).use<Row>(text), values)
      .catch((error) => explainTimeout(error, database.searches.timeoutMs));
    if (row === undefined) throw new Error('A search returned no row');
    return row;
  });
}

const statementsByDatabase = new WeakMap<Database, RepeatedStatements>();

/**
 * The connections of a database share these names; their number is bounded, because each connection keeps a statement
 * for each name.
 */
function statementsOf(database: Database): RepeatedStatements {
  const known = statementsByDatabase.get(database) ?? new RepeatedStatements('search');
  statementsByDatabase.set(database, known);
  return known;
}

/** SQLSTATE 57014 means that a statement was canceled, by its timeout or by an operator. */
function explainTimeout(error: unknown, timeoutMs: number): never {
  if (!(error instanceof Error && 'code' in error && error.code === '57014')) throw error;
  throw new DomainError('search_too_expensive', {
    timeoutMs,
    detail: `The search was stopped after ${timeoutMs / 1_000} seconds. ${advice}`,
  });
}

const advice =
  'Narrow it by `eq`, `in`, `startsWith` or a range of `createdAt`, sort by one field, and set `pagination.countUpTo`, so that not every item is counted.';
