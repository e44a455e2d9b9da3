import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPrismaFolder } from './prisma-folder.js';

export type Migration = {
  name: string;
  script: string;
  checksum: string;
  /**
   * The statements that run before the script, while the service runs, if the database is not empty
   * (`apply-migration.ts`).
   */
  online?: string;
  /** The statements that remove what only the previous release uses (`contract-steps.ts`). */
  contract?: string;
};

/** Every migration of `prisma/migrations`, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const folder = migrationsFolder();
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(folder, name)));
}

export function migrationsFolder(): string {
  return join(findPrismaFolder(), 'migrations');
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const script = await readFile(join(folder, name, 'migration.sql'), 'utf8');
  const online = await readIfExists(join(folder, name, 'online.sql'));
  const contract = await readIfExists(join(folder, name, 'contract.sql'));
  return {
    name,
    script,
    checksum: createHash('sha256').update(script).digest('hex'),
    ...(online !== undefined && { online }),
    ...(contract !== undefined && { contract }),
  };
}

async function readIfExists(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

/** The newest migration of the previous release, whose processes keep running while this one is rolled out. */
export async function readNewestReleased(): Promise<string> {
  const file = join(migrationsFolder(), 'previous-release.json');
  const { newestMigration }: { newestMigration: string } = JSON.parse(await readFile(file, 'utf8'));
  return newestMigration;
}
