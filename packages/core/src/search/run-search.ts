import {
  type Database,
  isCanceled,
  RepeatedStatements,
  type Sql,
  type Statement,
  sharedDatabase,
} from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { SearchSlots } from '../plans/search-slots.js';
import type { Parameters } from './parameters.js';

/** The statements of one search. They run on the connections for searches, one after another. */
export interface SearchStatements {
  /** Runs a lookup that the search itself needs first. */
  readonly lookUp: Sql;
  /** Runs the search itself, which returns one row. */
  run<Row>(text: string, parameters: Parameters): Promise<Row>;
}

/**
 * Runs the statements of a search within the bounds of the tenant's searches. After the time limit no further statement
 * starts, so that many lookups together do not take many times as long. `advice` tells the caller of a search that was
 * stopped what to change.
 */
export function withinSearch<Result>(
  context: Context,
  work: (statements: SearchStatements) => Promise<Result>,
  advice = adviceForSearches,
): Promise<Result> {
  const { database, tenantId, limits } = context;
  const { searches } = database;
  const { timeoutMs } = searches;
  const limit = limits?.concurrentSearches ?? Number.POSITIVE_INFINITY;
  return SearchSlots.of(database).run({ tenantId, limit }, () => {
    const endsAtMs = performance.now() + timeoutMs;
    const lookUp = async <Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> => {
      if (performance.now() > endsAtMs) throw tooExpensive(timeoutMs, advice);
      return searches.sql(statement, values).catch((error) => {
        throw isCanceled(error) ? tooExpensive(timeoutMs, advice) : error;
      });
    };
    return work({
      lookUp,
      async run<Row>(text: string, { values }: Parameters) {
        const [row] = await lookUp(statementsOf(database).use<Row>(text, tenantId), values);
        if (row === undefined) throw new Error('A search returned no row');
        return row;
      },
    });
  });
}

const statementsByDatabase = new WeakMap<Database, RepeatedStatements>();

/**
 * The connections of a database share these names; their number is bounded, because each connection keeps a statement
 * for each name.
 */
function statementsOf(database: Database): RepeatedStatements {
  const shared = sharedDatabase(database);
  const known = statementsByDatabase.get(shared) ?? new RepeatedStatements('search');
  statementsByDatabase.set(shared, known);
  return known;
}

function tooExpensive(timeoutMs: number, advice: string): DomainError {
  return new DomainError('search_too_expensive', {
    timeoutMs,
    detail: `The search was stopped after ${timeoutMs / 1_000} seconds. ${advice}`,
  });
}

const adviceForSearches =
  'Narrow it by `eq`, `in`, `startsWith` or a range of `createdAt`, sort by one field, and set `pagination.countUpTo`, so that not every item is counted.';
