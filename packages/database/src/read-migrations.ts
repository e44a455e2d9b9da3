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
  const onlineFile = join(folder, name, 'online.sql');
  const online = existsSync(onlineFile) ? { online: await readFile(onlineFile, 'utf8') } : {};
  return { name, script, checksum: createHash('sha256').update(script).digest('hex'), ...online };
}
