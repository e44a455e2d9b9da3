import pg from 'pg';
import { buildIndex } from './build-index.js';
import { recordApplied } from './fill-empty-database.js';
import { findIndexBuild } from './find-index-build.js';
import { MigrationError } from './migration-error.js';
import type { Migration } from './read-migrations.js';
import { splitStatements } from './split-statements.js';
import { persistent, withShortLocks } from './with-short-locks.js';

/**
 * Applies a migration while the service runs. First it runs the statements of `online.sql` one by one: they take long,
 * but block nobody. Then it runs `migration.sql` as one transaction, which must be quick; if it does not get its locks,
 * it is retried, so that it does not block others. An interrupted run leaves no failed migration; the next run
 * continues. The transaction also runs `record`, statements that note something about the migration.
 */
export async function applyMigration(client: pg.Client, migration: Migration, record = ''): Promise<void> {
  const { name, script, online = '' } = migration;
  try {
    for (const statement of splitStatements(online)) {
      for (const one of await forEachPartition(client, statement)) await runOnline(client, one);
    }
    const transaction = `${script}\n;${recordApplied(migration)}${record}`;
    await withShortLocks(client, () => client.query(transaction), persistent);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${name} failed: ${reason}. ${describeState(online)}`, {
      cause: error,
    });
  }
}

function describeState(online: string): string {
  const kept = online === '' ? '' : ' What its online.sql has done stays, and is not repeated.';
  return `It was rolled back, and the database is as it was before.${kept} Correct the cause, then run the migrations again.`;
}

/**
 * PostgreSQL cannot build an index of a partitioned table concurrently, but it can build the indexes of its partitions,
 * which the index of the table then adopts. Returns such a statement once for each partition.
 */
async function forEachPartition(client: pg.Client, statement: string): Promise<string[]> {
  const [, table] = /^-- For each partition of "(\w+)"\.$/m.exec(statement) ?? [];
  if (table === undefined) return [statement];
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = to_regclass($1) order by name`,
    [table],
  );
  return rows.map(({ name }) => statement.replaceAll('{partition}', name));
}

async function runOnline(client: pg.Client, statement: string): Promise<void> {
  const index = findIndexBuild(statement);
  if (index === undefined) {
    await withShortLocks(client, () => client.query(statement), persistent);
    return;
  }
  await buildIndex(client, { index: pg.escapeIdentifier(index), statement });
}
