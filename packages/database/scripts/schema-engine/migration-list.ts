import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder, readMigrations } from '../../src/read-migrations.js';

/** Returns all migrations in the form that the schema engine accepts. */
export async function readMigrationList() {
  const baseDir = migrationsFolder();
  const lockFile = 'migration_lock.toml';
  return {
    baseDir,
    lockfile: { path: lockFile, content: await readFile(join(baseDir, lockFile), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: (await readMigrations()).map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: script } },
    })),
  };
}
