import { runMigrations as runQueueMigrations } from 'graphile-worker';
import pg from 'pg';
import { diagnoseMigrations } from './diagnose-migrations.js';
import { explainConnectionFailure } from './explain-connection-failure.js';
import { fillEmptyDatabase } from './fill-empty-database.js';
import { installJobLanes } from './install-job-lanes.js';
import { installJobLocks } from './install-job-locks.js';
import { installQuietJobs } from './install-quiet-jobs.js';
import { readMigrationList, readMigrations } from './read-migrations.js';
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
        'Repair the database, then mark it with "prisma migrate resolve".',
    );
  }
  if (pending.length === 0) return [];
  return withSchemaEngine(url, async (engine) => {
    const migrationsList = await readMigrationList();
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilters });
    return appliedMigrationNames;
  });
}
