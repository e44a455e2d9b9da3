import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findLauncher, type Launcher, launch } from './launcher.js';
import { makeDataDir } from './make-data-dir.js';
import { majorVersion, type PostgresBinaries } from './postgres-binaries.js';
import { isAlive } from './process-facts.js';

export const superuser = 'parley';
export const databaseName = 'parley';

const passwordName = 'parley-password';
const staging = 'postgres.initialising-';
/** With retries, since an initdb whose parent was killed may still be writing. */
const removal = { recursive: true, force: true, maxRetries: 10 };

/** Where things are in a data folder. The password lives inside the cluster so that the two come and go together. */
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
  };
}

export type Cluster = Awaited<ReturnType<typeof locateCluster>>;

export interface PreparedCluster {
  /** How to run the server on it. */
  readonly launcher: Launcher;
  /** Makes the disk keep a new cluster; nothing to do for one that was there. */
  readonly sync: () => Promise<void>;
}

/** Creates the cluster when there is none yet. */
export async function prepareCluster(cluster: Cluster, binaries: PostgresBinaries): Promise<PreparedCluster> {
  await removeAbandoned(cluster);
  const present = await readdir(cluster.folder).catch(() => []);
  const isNew = present.length === 0;
  if (isNew) await initialise(cluster, binaries);
  await refuseForeign(cluster, binaries);
  const launcher = await findLauncher(binaries, cluster.folder);
  // A thousand files are synced while the service starts already: until then only a power failure could lose them.
  const sync = () => runInitdb(launcher, binaries, ['--sync-only', `--pgdata=${cluster.folder}`]);
  return { launcher, sync: isNew ? sync : async () => undefined };
}

/** A cluster appears whole or not at all: it is made beside its place and then renamed. */
async function initialise(cluster: Cluster, binaries: PostgresBinaries): Promise<void> {
  const workshop = join(cluster.parent, `${staging}${process.pid}-${randomBytes(3).toString('hex')}`);
  await mkdir(workshop, { mode: 0o700 });
  try {
    const passwordFile = join(workshop, passwordName);
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    const launcher = await findLauncher(binaries, workshop);
    const folder = join(workshop, 'cluster');
    await runInitdb(launcher, binaries, [...settings, `--pwfile=${passwordFile}`, `--pgdata=${folder}`]);
    await rename(passwordFile, join(folder, passwordName));
    await rename(folder, cluster.folder);
  } catch (error) {
    // Somebody who started at the same moment was faster: theirs is as good.
    if (!existsSync(join(cluster.folder, 'PG_VERSION'))) throw error;
  } finally {
    await rm(workshop, removal);
  }
}

const settings = [
  `--username=${superuser}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // Sorts by code point and knows the letter case of all of Unicode, whatever the machine's locale.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  '--no-sync',
];

async function runInitdb(
  launcher: Launcher,
  { initdb }: PostgresBinaries,
  args: readonly string[],
): Promise<void> {
  const child = launch(launcher, [initdb, ...args], { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  const [complaint, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`PostgreSQL could not write its data folder: ${complaint.trim()}`);
}

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
    throw new Error(`${cluster.folder} is not a data folder of ours. Move it away, or set another DATA_DIR.`);
  }
  const ours = await majorVersion(binaries);
  if (version.trim() !== ours) {
    throw new Error(`${cluster.folder} was made by PostgreSQL ${version.trim()}, and this is ${ours}.`);
  }
}
