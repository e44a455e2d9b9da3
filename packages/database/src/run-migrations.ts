import { runMigrations as runQueueMigrations } from 'graphile-worker';
import pg from 'pg';
import { applyOnline } from './apply-online.js';
import { diagnoseMigrations } from './diagnose-migrations.js';
import { explainConnectionFailure } from './explain-connection-failure.js';
import { fillEmptyDatabase } from './fill-empty-database.js';
import { installJobLanes } from './install-job-lanes.js';
import { installJobLocks } from './install-job-locks.js';
import { installQuietJobs } from './install-quiet-jobs.js';
import { makePartitions } from './partitions/make-partitions.js';
import {
  type Migration,
  type OnlineMigration,
  readMigrationList,
  readMigrations,
} from './read-migrations.js';
import { noFilters, withSchemaEngine } from './schema-engine.js';

/** An arbitrary number that only this project uses for its advisory lock. */
const migrationLock = 7_052_001;

/**
 * Migrates the database to this release: first our own migrations as `prisma migrate deploy` would, then the queue's.
 * Processes that start at the same time wait for one another. Returns the names of the applied migrations.
 */
export async function runMigrations(url: string): Promise<string[]> {
  const holder = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The statement that needs the connection reports its loss.
  holder.on('error', () => undefined);
  await holder.connect().catch((error: unknown) => {
    throw explainConnectionFailure(error, url);
  });
  try {
    await holder.query('select pg_advisory_lock($1)', [migrationLock]);
    const applied = await applyPending(holder, url);
    await makePartitions(holder, new Date());
    await runQueueMigrations({ connectionString: url });
    await installJobFunctions(holder);
    return applied;
  } finally {
    // The lock ends with its connection, even after a failure.
    await holder.end();
  }
}

/** The functions call each other, and other processes add jobs meanwhile, so they are replaced in one transaction. */
async function installJobFunctions(holder: pg.Client): Promise<void> {
  await holder.query('begin');
  await installQuietJobs(holder);
  await installJobLocks(holder);
  await installJobLanes(holder);
  await holder.query('commit');
}

async function applyPending(holder: pg.Client, url: string): Promise<string[]> {
  const migrations = await readMigrations();
  if (await fillEmptyDatabase(holder, migrations)) return migrations.map(({ name }) => name);
  const { pending, failed } = await diagnoseMigrations(url);
  if (failed.length > 0) {
    throw new Error(
      `Migration ${failed.join(', ')} failed earlier and was not completed. ` +
        'Repair the database, then mark the migration as resolved with "prisma migrate resolve".',
    );
  }
  const missing = new Set(pending);
  for (const migration of migrations) {
    if (!missing.has(migration.name) || !isOnline(migration)) continue;
    // The engine first applies the migrations before this one. It is not passed later migrations.
    await applyByEngine(url, (name) => !missing.has(name) || name < migration.name);
    await applyOnline(holder, migration);
    for (const name of pending) if (name <= migration.name) missing.delete(name);
  }
  if (missing.size > 0) await applyByEngine(url, () => true);
  return pending;
}

function isOnline(migration: Migration): migration is OnlineMigration {
  return migration.online !== undefined;
}

async function applyByEngine(url: string, isIncluded: (name: string) => boolean): Promise<void> {
  await withSchemaEngine(url, async (engine) => {
    const migrationsList = await readMigrationList(isIncluded);
    await engine.applyMigrations({ migrationsList, filters: noFilters });
  });
}
