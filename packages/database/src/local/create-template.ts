import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runMigrations } from '../run-migrations.js';
import { locateCluster, superuser } from './cluster.js';
import { archiveIn, describeOrigin, originIn, templateFolder } from './cluster-template.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { runToEnd } from './run-to-end.js';
import { startLocalPostgres } from './start-local-postgres.js';

/** Creates the template again, in the same way as a start without one. */
export async function createTemplate(template = templateFolder()): Promise<void> {
  await rm(template, { recursive: true, force: true });
  const origin = await describeOrigin(await findPostgresBinaries());
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-template-'));
  try {
    const cluster = await createCluster(dataDir, template);
    await mkdir(template);
    const archive = archiveIn(template);
    await runToEnd({ prefix: [] }, ['tar', '-c', '-f', archive, '-C', cluster, '.']);
    const { size } = await stat(archive);
    await writeFile(originIn(template), JSON.stringify({ ...origin, bytes: size }));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Creates a migrated cluster that is stopped, without the files that are particular to it. */
async function createCluster(dataDir: string, template: string): Promise<string> {
  const { folder, passwordFile, portFile } = await locateCluster(dataDir);
  const starting = startLocalPostgres({ dataDir, template });
  endOnSignal(async () => {
    await (await starting).stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const server = await starting;
  try {
    await runMigrations(server.url);
    await prepareToBeCopied(server.url);
  } finally {
    await server.stop();
  }
  for (const file of [passwordFile, portFile, join(folder, 'postmaster.opts')]) await rm(file);
  return folder;
}

/** The server has a session of its own, and would outlive a build that is interrupted. */
function endOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(1)));
  }
}

/**
 * Removes the password. Segments of the write-ahead log that the last checkpoint no longer needs are deleted then, not kept
 * for later use: each would be 16 MB more to copy. The setting is not written to the copies.
 */
async function prepareToBeCopied(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`alter role ${superuser} password null`);
    await client.query('alter system set wal_recycle = off');
    await client.query('select pg_reload_conf()');
    await client.query('alter system reset wal_recycle');
  } finally {
    await client.end();
  }
}
