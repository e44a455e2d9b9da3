import type pg from 'pg';
import type { MigrationLockOptions } from './migration-lock.js';

export interface IndexBuild {
  /** The name as an SQL identifier, with its schema if that is not in the search path. */
  readonly index: string;
  /** It creates the index concurrently, and therefore cannot run in a transaction. */
  readonly statement: string;
  readonly report?: MigrationLockOptions['report'];
}

/** Creates an index that does not exist. An interrupted run leaves an invalid index, which is dropped first. */
export async function buildIndex(client: pg.Client, { index, statement, report }: IndexBuild): Promise<void> {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0]?.isValid) return;
  if (rows[0]) await client.query(`drop index concurrently ${index}`);
  report?.(`Creating the index ${index}`);
  await client.query(statement);
}
