import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { arch, platform } from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { findPrismaFolder } from '../prisma-folder.js';
import { readMigrations } from '../read-migrations.js';
import { type PostgresBinaries, readVersion } from './postgres-binaries.js';
import { runToEnd } from './run-to-end.js';

/**
 * Returns the folder of the template: a cluster that the build has created, with a migrated database. Copying it takes
 * a tenth of the time of `initdb` and the migrations. Its superuser has no password, so nobody can log in to a copy
 * before it has a password of its own. The cluster is packed, since PostgreSQL needs its empty folders and the modes of
 * its files.
 */
export function templateFolder(): string {
  return join(dirname(findPrismaFolder()), 'packages/database/template');
}

export interface NewClusterOptions {
  /** The folder of the template. */
  readonly template: string;
  /** Called when the program that creates the cluster has started: this process is idle while it runs. */
  readonly onWork?: (() => void) | undefined;
}

export const archiveIn = (template: string) => join(template, 'cluster.tar');
export const originIn = (template: string) => join(template, 'origin.json');

/**
 * Returns what a template depends on, so that a copy equals the result of `initdb` and the migrations of this release.
 */
export async function describeOrigin(binaries: PostgresBinaries) {
  const migrations = createHash('sha256');
  for (const { name, checksum } of await readMigrations()) migrations.update(`${name} ${checksum}\n`);
  return {
    postgres: await readVersion(binaries),
    machine: `${platform}-${arch}`,
    migrations: migrations.digest('hex'),
  };
}

/** Unpacks the template as a new folder. Returns false, and leaves nothing behind, when there is no usable template. */
export async function copyTemplate(
  { template, onWork }: NewClusterOptions,
  binaries: PostgresBinaries,
  folder: string,
): Promise<boolean> {
  if (!(await isUsable(template, binaries))) return false;
  await mkdir(folder, { mode: 0o700 });
  try {
    // The files belong to the user who unpacks them.
    const command = ['tar', '-x', '-p', '-o', '-f', archiveIn(template), '-C', folder];
    await runToEnd({ prefix: [] }, command, { onStart: onWork });
    return true;
  } catch {
    // There is no tar, or the archive is broken. A full disk is reported by the initdb that follows.
    await rm(folder, { recursive: true, force: true });
    return false;
  }
}

async function isUsable(template: string, binaries: PostgresBinaries): Promise<boolean> {
  const file = await readFile(originIn(template), 'utf8').catch(() => undefined);
  if (file === undefined) return false;
  const archive = await stat(archiveIn(template)).catch(() => undefined);
  const expected = { ...(await describeOrigin(binaries)), bytes: archive?.size };
  return isDeepStrictEqual(parseOrigin(file), expected);
}

/** A build that was killed can leave an incomplete file. */
function parseOrigin(file: string): unknown {
  try {
    return JSON.parse(file);
  } catch {
    return undefined;
  }
}
