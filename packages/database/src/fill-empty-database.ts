import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { recordContracted } from './contract-steps.js';
import type { Migration } from './read-migrations.js';

/**
 * Applies every migration to an empty database, in one transaction and with the records that Prisma's engine would
 * write. No process of the previous release uses the database, so what only that release needs is removed at once.
 * Returns false, and changes nothing, when the database is not empty.
 */
export async function fillEmptyDatabase(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<boolean> {
  if (!(await isEmpty(client))) return false;
  await client.query('begin');
  try {
    // Without parameters the text is sent as one message, which can contain any number of statements.
    await client.query([migrationsTable('create table'), ...migrations.map(fullScript)].join('\n'));
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const found = await client.query(`
    select from pg_class where relnamespace = current_schema()::regnamespace
    union all select from pg_type where typnamespace = current_schema()::regnamespace
    union all select from pg_proc where pronamespace = current_schema()::regnamespace
    limit 1`);
  return found.rowCount === 0;
}

/** The statements that apply and record a migration, including its contract step. */
export function fullScript(migration: Migration): string {
  const step =
    migration.contract === undefined ? '' : `\n${migration.contract}\n;${recordContracted(migration)}`;
  return `${migration.script}\n;${recordApplied(migration)}${step}`;
}

/** A database that somebody else has used may lack the table of migrations. */
export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(migrationsTable('create table if not exists'));
}

/** The same table as Prisma's engine creates, so that its own commands can read it. */
const migrationsTable = (create: string) => `
  ${create} _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  );`;

/** The statement that records a migration as Prisma's engine would. */
export function recordApplied({ name, checksum }: Migration): string {
  const values = [randomUUID(), checksum, name].map((value) => pg.escapeLiteral(value)).join(', ');
  return `
    insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
    select ${values}, moment, moment, 1 from clock_timestamp() as moment;`;
}
