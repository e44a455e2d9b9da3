import type pg from 'pg';
import { recordApplied } from './fill-empty-database.js';
import { MigrationError } from './migration-error.js';
import { type MigrationLockOptions, withMigrationLock } from './migration-lock.js';
import { readMigrations } from './read-migrations.js';

/** The state of a migration that was begun and not completed, as an operator has found it. */
export type MigrationResolution = 'applied' | 'rolled-back';

/**
 * Records the end of a migration that was begun but not completed. One that is recorded as rolled back is applied by
 * the next run.
 */
export function resolveMigration(
  url: string,
  name: string,
  resolution: MigrationResolution,
  options: MigrationLockOptions = {},
): Promise<void> {
  return withMigrationLock(url, options, async (client) => {
    const migration = (await readMigrations()).find((candidate) => candidate.name === name);
    if (!migration) throw new MigrationError(`This release has no migration with the name ${name}.`);
    await client.query('begin');
    await markRolledBack(client, name);
    if (resolution === 'applied') await client.query(recordApplied(migration));
    await client.query('commit');
  });
}

async function markRolledBack(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    `update _prisma_migrations set rolled_back_at = now()
     where migration_name = $1 and finished_at is null and rolled_back_at is null`,
    [name],
  );
  if (rowCount === 0)
    throw new MigrationError(`Migration ${name} has no unfinished run, so there is nothing to resolve.`);
}
