import pg from 'pg';
import { recordApplied } from './fill-empty-database.js';
import type { OnlineMigration } from './read-migrations.js';
import { withShortLocks } from './with-short-locks.js';

/**
 * Applies a migration while the service runs. First the statements of its `online.sql`, each on its own: they take long,
 * but block nobody. Then its `migration.sql` as one transaction, which must be quick, and which gives up and is tried
 * again rather than block others. A run that is interrupted leaves no failed migration; the next run continues.
 */
export async function applyOnline(client: pg.Client, migration: OnlineMigration): Promise<void> {
  for (const statement of splitStatements(migration.online)) await runOnline(client, statement);
  await withShortLocks(
    client,
    () => client.query(`${migration.script}\n;${recordApplied(migration)}`),
    patient,
  );
}

/** A table that is written all the time is free for a moment now and then: this is tried for two minutes. */
const patient = { attempts: 160 };

/** A statement ends with a semicolon before an empty line. */
function splitStatements(script: string): string[] {
  return script.split(/;[ \t]*\n(?=\n|$)/).filter((statement) => statement.trim() !== '');
}

async function runOnline(client: pg.Client, statement: string): Promise<void> {
  const [, index] = /index concurrently if not exists "(\w+)"/i.exec(statement) ?? [];
  if (index === undefined) {
    await withShortLocks(client, () => client.query(statement), patient);
    return;
  }
  // It cannot run in a transaction. When it is interrupted, it leaves an index that is not valid and would count as existing.
  if (await isInvalid(client, index))
    await client.query(`drop index concurrently ${pg.escapeIdentifier(index)}`);
  await client.query(statement);
}

async function isInvalid(client: pg.Client, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  return rowCount !== 0;
}
