import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTemplate, type NewClusterOptions, templateFolder } from './cluster-template.js';
import { findLauncher, type Launcher } from './launcher.js';
import { makeDataDir } from './make-data-dir.js';
import { type PostgresBinaries, readVersion } from './postgres-binaries.js';
import { isAlive } from './process-facts.js';
import { runToEnd } from './run-to-end.js';

export const superuser = 'parley';
export const databaseName = 'parley';

const passwordName = 'parley-password';
const unsyncedName = 'parley-unsynced';
const staging = 'postgres.initialising-';
/** The removal is retried, because an `initdb` whose parent was killed may still be writing. */
const removal = { recursive: true, force: true, maxRetries: 10 };

/**
 * Returns the paths in a data folder. The password is inside the cluster, so that both are created and deleted
 * together.
 */
export async function locateCluster(dataDir: string) {
  await makeDataDir(dataDir);
  const parent = await realpath(dataDir);
  const folder = join(parent, 'postgres');
  return {
    parent,
    folder,
    logFile: join(parent, 'postgres.log'),
    passwordFile: join(folder, passwordName),
    portFile: join(folder, 'parley-port'),
    unsyncedFile: join(folder, unsyncedName),
  };
}

export type Cluster = Awaited<ReturnType<typeof locateCluster>>;

export interface PreparedCluster {
  /** How to run the programs of PostgreSQL on the cluster. */
  readonly launcher: Launcher;
  /** Flushes a new cluster to disk; does nothing for one that has been flushed before. */
  readonly sync: () => Promise<void>;
}

/** Creates the cluster when there is none, from the template if that is usable. */
export async function prepareCluster(
  cluster: Cluster,
  binaries: PostgresBinaries,
  options: Partial<NewClusterOptions> = {},
): Promise<PreparedCluster> {
  await removeAbandoned(cluster);
  const present = await readdir(cluster.folder).catch(() => []);
  if (present.length === 0) await create(cluster, binaries, { template: templateFolder(), ...options });
  await refuseForeign(cluster, binaries);
  const launcher = await findLauncher(binaries, cluster.folder);
  return { launcher, sync: () => flush(cluster, binaries, launcher) };
}

/**
 * A thousand files are flushed while the service is already starting; until then only a power failure could lose them.
 * A mark in the cluster shows that it is not flushed yet, so that the next start flushes it if this process is killed
 * before that.
 */
async function flush(cluster: Cluster, binaries: PostgresBinaries, launcher: Launcher): Promise<void> {
  if (!existsSync(cluster.unsyncedFile)) return;
  await runToEnd(launcher, [binaries.initdb, '--sync-only', `--pgdata=${cluster.folder}`]);
  await rm(cluster.unsyncedFile, { force: true });
}

/** A cluster appears completely or not at all: it is created under another name and then renamed. */
async function create(
  cluster: Cluster,
  binaries: PostgresBinaries,
  options: NewClusterOptions,
): Promise<void> {
  const workshop = join(cluster.parent, `${staging}${process.pid}-${randomBytes(3).toString('hex')}`);
  const folder = join(workshop, 'cluster');
  const passwordFile = join(workshop, passwordName);
  await mkdir(workshop, { mode: 0o700 });
  try {
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    const isCopy = await copyTemplate(options, binaries, folder);
    const launcher = await findLauncher(binaries, workshop);
    const made = { folder, passwordFile, launcher, binaries, onWork: options.onWork };
    if (!(isCopy && (await setPassword(made)))) await initialise(made);
    await rename(passwordFile, join(folder, passwordName));
    await writeFile(join(folder, unsyncedName), '');
    await rename(folder, cluster.folder);
  } catch (error) {
    // Another process that started at the same moment was faster; its cluster is used.
    if (!existsSync(join(cluster.folder, 'PG_VERSION'))) throw error;
  } finally {
    await rm(workshop, removal);
  }
}

type Made = Pick<NewClusterOptions, 'onWork'> & {
  folder: string;
  passwordFile: string;
  launcher: Launcher;
  binaries: PostgresBinaries;
};

/**
 * Sets the password as `initdb` does: no server runs on the folder, so nobody can connect. Returns false, and leaves
 * nothing behind, when PostgreSQL cannot use the copy.
 */
async function setPassword({ folder, passwordFile, launcher, binaries }: Made): Promise<boolean> {
  const password = await readFile(passwordFile, 'utf8');
  // The error message must not contain the statement, which has the password.
  const options = ['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic'];
  const command = [binaries.postgres, '--single', '-F', '-D', folder, ...options, 'template1'];
  try {
    await runToEnd(launcher, command, { input: `alter role ${superuser} password '${password}'\n` });
    return true;
  } catch {
    await rm(folder, removal);
    return false;
  }
}

function initialise({ folder, passwordFile, launcher, binaries, onWork }: Made): Promise<void> {
  const command = [binaries.initdb, ...settings, `--pwfile=${passwordFile}`, `--pgdata=${folder}`];
  return runToEnd(launcher, command, { onStart: onWork });
}

const settings = [
  `--username=${superuser}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // This locale sorts by code point and knows the letter case of all of Unicode, whatever the locale of the machine is.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  '--no-sync',
];

async function removeAbandoned(cluster: Cluster): Promise<void> {
  for (const name of await readdir(cluster.parent)) {
    if (!name.startsWith(staging)) continue;
    const maker = Number.parseInt(name.slice(staging.length), 10);
    if (!isAlive(maker)) await rm(join(cluster.parent, name), removal);
  }
}

async function refuseForeign(cluster: Cluster, binaries: PostgresBinaries): Promise<void> {
  const version = await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version === '' || !existsSync(cluster.passwordFile)) {
    throw new Error(
      `${cluster.folder} is not a data folder of this service. Move it, or set another DATA_DIR.`,
    );
  }
  const [ours] = (await readVersion(binaries)).split('.');
  if (version.trim() !== ours) {
    throw new Error(`${cluster.folder} was created by PostgreSQL ${version.trim()}, and this is ${ours}.`);
  }
}
