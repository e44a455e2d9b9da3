import { once } from 'node:events';
import { open, readFile, rename, stat } from 'node:fs/promises';
import type { Cluster } from './cluster.js';
import { findFreePort, isFree } from './free-port.js';
import { type Launcher, launch } from './launcher.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { clearStalePidFile, findPostmaster, type Postmaster } from './postmaster.js';
import { waitFor } from './wait-for.js';

export type ServerSetup = {
  cluster: Cluster;
  binaries: PostgresBinaries;
  launcher: Launcher;
  settings?: Readonly<Record<string, string>> | undefined;
  /** Called when the server has been launched. */
  onWork?: (() => void) | undefined;
};
/** `mayMove`: another port can be used when this one is in use. */
export type PortChoice = { port: number | undefined; mayMove: boolean };

/** Returns the server of the cluster: the running one, or a new one. */
export function ensureServer(setup: ServerSetup, choice: PortChoice): Promise<Postmaster> {
  const { folder } = setup.cluster;
  return waitFor(`PostgreSQL in ${folder} to start`, 60_000, async () => {
    const running = await findPostmaster(folder);
    if (running) return running.isReady && running;
    if (!(await clearStalePidFile(folder))) return undefined;
    const port = await choosePort(choice);
    return port !== undefined && runServer(setup, port);
  });
}

async function choosePort({ port, mayMove }: PortChoice): Promise<number | undefined> {
  if (port === undefined || mayMove) return findFreePort(port);
  return (await isFree(port)) ? port : undefined;
}

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  // Nothing replicates a local server.
  wal_level: 'minimal',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  // Local statements are short; JIT compilation costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  // The application reports refused statements, and their values stay out of the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/** Returns undefined when another process was faster to use the folder or the port; the caller then retries. */
async function runServer(setup: ServerSetup, port: number): Promise<Postmaster | undefined> {
  const { cluster, binaries, launcher, settings, onWork } = setup;
  const log = await openLog(cluster.logFile);
  const given = Object.entries({ ...defaultSettings, ...settings, port });
  const options = given.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = launch(launcher, [binaries.postgres, '-D', cluster.folder, ...options], {
    cwd: '/',
    // The server has a session of its own: Ctrl-C in the terminal reaches only us, and we stop the server after our
    // clients.
    detached: true,
    stdio: ['ignore', log.file.fd, log.file.fd],
  });
  onWork?.();
  const exit = once(child, 'exit').then(() => true);
  let hasExited = false;
  exit.then(
    () => {
      hasExited = true;
    },
    () => {
      hasExited = true;
    },
  );
  await log.file.close();
  const server = await waitFor('PostgreSQL to be ready', 60_000, async () => {
    const postmaster = await findPostmaster(cluster.folder);
    if (postmaster?.isReady) return { postmaster };
    return hasExited && { postmaster: undefined };
  });
  child.unref();
  if (server.postmaster) return server.postmaster;
  const complaint = (await readFile(cluster.logFile)).subarray(log.size).toString('utf8').trim();
  if (complaintsOfSlower.some((part) => complaint.includes(part))) return undefined;
  throw new Error(`PostgreSQL in ${cluster.folder} did not start: ${complaint}`);
}

/** What PostgreSQL says when another server has the folder or the port, or is just taking it. */
const complaintsOfSlower = [
  'already exists',
  'postmaster.pid" is empty',
  'could not remove old lock file',
  'shared memory block',
  'Address already in use',
];

const maxLogBytes = 5_000_000;

async function openLog(logFile: string) {
  const present = await stat(logFile).catch(() => undefined);
  if (present && present.size > maxLogBytes) await rename(logFile, `${logFile}.1`);
  const file = await open(logFile, 'a', 0o600);
  return { file, size: (await file.stat()).size };
}
