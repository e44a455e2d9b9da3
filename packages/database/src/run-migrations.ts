import type pg from 'pg';
import { applyMigration } from './apply-migration.js';
import { withoutTimeouts } from './connections/owner-connection.js';
import { recordHeld, runReleasedContractSteps } from './contract-steps.js';
import { diagnoseMigrations } from './diagnose-migrations.js';
import { createMigrationsTable, fillEmptyDatabase } from './fill-empty-database.js';
import { indexLaterJobs, installDueJobs } from './install-due-jobs.js';
import { installJobLanes } from './install-job-lanes.js';
import { installJobLocks } from './install-job-locks.js';
import { installQuietJobs } from './install-quiet-jobs.js';
import { MigrationError } from './migration-error.js';
import { type MigrationLockOptions, withMigrationLock } from './migration-lock.js';
import { installPartitionFunctions } from './partitions/install-partition-functions.js';
import { makePartitions } from './partitions/make-partitions.js';
import { readMigrations, readNewestReleased } from './read-migrations.js';
import { refuseOtherSchema } from './refuse-other-schema.js';
import { keepRowSecurity } from './row-security/switch-row-security.js';
import { defaultLockTimeoutMs, persistent, retryWhileLocked, withShortLocks } from './with-short-locks.js';

export interface MigrationOptions extends MigrationLockOptions {
  /** The newest migration of the previous release. Default is the one that the sources name. */
  readonly newestReleased?: string;
}

/**
 * Migrates the database to this release: first our own migrations, then the queue's. Processes that migrate at the same
 * time wait for one another. Returns the names of the applied migrations.
 */
export function runMigrations(url: string, options: MigrationOptions = {}): Promise<string[]> {
  return withMigrationLock(url, options, async (client) => {
    const newestReleased = options.newestReleased ?? (await readNewestReleased());
    await refuseOtherSchema(client);
    const { applied, wasEmpty } = await applyPending(client, { ...options, newestReleased });
    await runReleasedContractSteps(client, newestReleased, options.report);
    await installPartitionFunctions(client);
    await makePartitions(client, await readTime(client));
    await keepRowSecurity(client);
    // The API needs this library only here, and loading it takes a twentieth of its start.
    const { runQueueMigrations } = await import('./run-queue-migrations.js');
    const connectionString = withoutTimeouts(url, { lock_timeout: `${defaultLockTimeoutMs}ms` });
    // Each migration of the queue is a transaction, so an attempt continues after the last one that was committed.
    await retryWhileLocked(() => runQueueMigrations({ connectionString }), persistent);
    await indexLaterJobs(client, wasEmpty ? undefined : options.report);
    await installJobFunctions(client);
    return applied;
  });
}

/** The clock of this machine can be wrong, and the workers compare partitions with the clock of the database. */
async function readTime(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (row === undefined) throw new MigrationError('PostgreSQL did not return its time.');
  return row.now;
}

/** The functions call each other, and other processes add jobs meanwhile, so they are replaced in one transaction. */
async function installJobFunctions(client: pg.Client): Promise<void> {
  const install = async () => {
    await installQuietJobs(client);
    await installJobLocks(client);
    await installDueJobs(client);
    await installJobLanes(client);
  };
  await withShortLocks(client, install, persistent);
}

interface AppliedMigrations {
  readonly applied: string[];
  /** Whether the database had nothing of this service before, so that everything takes only a moment. */
  readonly wasEmpty: boolean;
}

async function applyPending(
  client: pg.Client,
  { report, newestReleased }: MigrationOptions & { newestReleased: string },
): Promise<AppliedMigrations> {
  const migrations = await readMigrations();
  if (await fillEmptyDatabase(client, migrations)) {
    return { applied: migrations.map(({ name }) => name), wasEmpty: true };
  }
  await createMigrationsTable(client);
  const { pending, failed } = await diagnoseMigrations(client);
  const [unfinished] = failed;
  if (unfinished !== undefined) {
    throw new MigrationError(
      `Migration ${unfinished} was begun and not completed, by an older release or by Prisma's own command. ` +
        `Compare the database with its migration.sql, then run: npm run migrate -- resolve ${unfinished} --as applied|rolled-back`,
    );
  }
  const missing = new Set(pending);
  for (const migration of migrations) {
    if (!missing.has(migration.name)) continue;
    report?.(`Applying ${migration.name}`);
    await applyMigration(client, migration, recordHeld(migration, newestReleased));
  }
  return { applied: pending, wasEmpty: false };
}
