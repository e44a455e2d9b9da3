import type { Database } from './database.js';
import { sqlInScope } from './row-scope/sql-in-scope.js';
import { withScope } from './row-security/scope-sql.js';
import type { Sql } from './sql.js';
import { traceStatements } from './traced-sql.js';
import { beginTransaction } from './transaction-settings.js';

/**
 * Runs each statement in a transaction of its own that has the settings of transactions, in one round trip. It is for
 * statements that look up many rows by their keys, and compare the column that determines the partition with the value of
 * another row: with other settings, PostgreSQL would choose the partitions of such a statement at run time, in which a
 * concurrent change can crash the server (ADR 0038).
 */
export function sqlByKeys(
  database: Pick<Database, 'pool' | 'scope' | 'trace'>,
  { lockTimeoutMs }: LockOptions = {},
): Sql {
  const limit = lockTimeoutMs === undefined ? '' : `; set local lock_timeout = ${lockTimeoutMs}`;
  const sql = sqlInScope(database.pool, withScope(`${beginTransaction}${limit}`, database));
  return traceStatements(sql, database.trace);
}

export interface LockOptions {
  /** How long a statement waits for a lock; it then fails (`isLockTimeout`). Default is as long as the statement may take. */
  readonly lockTimeoutMs?: number | undefined;
}
