import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { runMigrations } from '../run-migrations.js';
import { locateCluster, superuser } from './cluster.js';
import { archiveIn, describeOrigin, originIn, templateFolder } from './cluster-template.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { isAlive } from './process-facts.js';
import { runToEnd } from './run-to-end.js';
import { startLocalPostgres } from './start-local-postgres.js';

const removal = { recursive: true, force: true };

/**
 * Replaces the template by a new one, which is created like the cluster of a start without a template. The new template
 * is created under another name and then renamed, so that a failed build keeps the current template, and the files of
 * concurrent builds are never mixed.
 */
export async function createTemplate(template = templateFolder()): Promise<void> {
  const origin = await describeOrigin(await findPostgresBinaries());
  await removeAbandoned(template);
  const made = `${template}${staging}${process.pid}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-template-'));
  try {
    const cluster = await createCluster(dataDir, made);
    await mkdir(made, { recursive: true });
    const archive = archiveIn(made);
    await runToEnd({ prefix: [] }, ['tar', '-c', '-f', archive, '-C', cluster, '.']);
    const { size } = await stat(archive);
    await writeFile(originIn(made), JSON.stringify({ ...origin, bytes: size }));
    await replace(template, made);
  } finally {
    await Promise.all([rm(dataDir, removal), rm(made, removal)]);
  }
}

const staging = '.new-';

/** Removes the files that killed builds have left. */
async function removeAbandoned(template: string): Promise<void> {
  const parent = dirname(template);
  const start = `${basename(template)}${staging}`;
  for (const name of await readdir(parent).catch(() => [])) {
    if (name.startsWith(start) && !isAlive(Number(name.slice(start.length)))) {
      await rm(join(parent, name), removal);
    }
  }
}

async function replace(template: string, made: string): Promise<void> {
  await rm(template, removal);
  await rename(made, template).catch((error: NodeJS.ErrnoException) => {
    // Another build was faster, and its template is the same.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/** Creates a migrated and stopped cluster, without the files that differ between clusters. */
async function createCluster(dataDir: string, noTemplate: string): Promise<string> {
  const { folder, passwordFile, portFile } = await locateCluster(dataDir);
  const starting = startLocalPostgres({ dataDir, template: noTemplate });
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
  await removeSetting(join(folder, 'postgresql.auto.conf'), 'wal_recycle');
  return folder;
}

/** The server has a session of its own, and would outlive a build that is interrupted. */
function endOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(1)));
  }
}

/**
 * Removes the password. Segments of the write-ahead log that the last checkpoint no longer needs are deleted and not
 * recycled: each would add 16 MB to the copy.
 */
async function prepareToBeCopied(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`alter role ${superuser} password null`);
    await client.query('alter system set wal_recycle = off');
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

/**
 * `alter system reset` is not used, because the checkpointer of a busy machine might read the file only after the
 * reset.
 */
async function removeSetting(file: string, name: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, lines.filter((line) => !line.startsWith(`${name} `)).join('\n'));
}
