import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, databaseName, locateCluster, prepareCluster } from './cluster.js';
import { templateFolder } from './cluster-template.js';
import { localUrl } from './local-url.js';
import { FolderInUseError, takeOwnership } from './ownership.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { type Postmaster, stopPostmaster } from './postmaster.js';
import { ensureServer, type PortChoice, type ServerSetup } from './run-server.js';

export type LocalPostgresOptions = {
  /** The project's data folder; PostgreSQL uses `postgres/` below it. */
  dataDir: string;
  /** The preferred port. The default is the last one used, or else any free one. */
  port?: number;
  /** The folder of the template from which a new cluster is copied. The default is the template of the build. */
  template?: string;
  /** Settings of the server, in addition to ours or instead of them. */
  settings?: Readonly<Record<string, string>>;
  /** Whether the data may be lost with a power failure, because it is deleted at the end anyway. */
  isDisposable?: boolean;
  /** Called when a slow program of PostgreSQL has started: this process is idle while it runs. */
  onWork?: () => void;
  log?: (line: string) => void;
};

export type LocalPostgres = {
  url: string;
  port: number;
  /** Changes when a killed server has been started again. */
  readonly pid: number;
  stop(): Promise<void>;
};

/**
 * Runs a real PostgreSQL in a folder and keeps it running: one that is killed is started again on the same port.
 * A server that a killed process left behind is adopted; a folder that a live process uses is refused.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const log = options.log ?? (() => undefined);
  const cluster = await locateCluster(options.dataDir);
  const binaries = await findPostgresBinaries();
  const { template = templateFolder(), onWork } = options;
  const { launcher, sync } = await prepareCluster(cluster, binaries, { template, onWork });
  const settings = { ...(options.isDisposable && disposable), ...options.settings };
  const setup = { cluster, binaries, launcher, settings, onWork };
  const choice = { port: options.port ?? (await readLastPort(cluster)), mayMove: true };
  const first = await claimServer(setup, choice);
  const { port } = first.postmaster;
  const supervisor = superviseServer(setup, first, log);
  const synced = options.isDisposable
    ? Promise.resolve()
    : sync().catch((error: Error) => log(error.message));
  return {
    url: await localUrl(cluster, port, databaseName),
    port,
    get pid() {
      return supervisor.pid();
    },
    async stop() {
      await supervisor.stop();
      await synced;
    },
  };
}

/** Nothing waits for the disk. */
const disposable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** `lost` resolves when the owner's connection has ended, and with it, most likely, the server. */
type OwnedServer = { postmaster: Postmaster; owner: pg.Client; lost: Promise<void> };

async function claimServer(setup: ServerSetup, choice: PortChoice): Promise<OwnedServer> {
  const { cluster } = setup;
  const postmaster = await ensureServer(setup, choice);
  const owner = await takeOwnership(await localUrl(cluster, postmaster.port, 'postgres'), cluster.folder);
  // The listener is added at once, because a server that died before that would not be restarted.
  const lost = new Promise<void>((resolve) => owner.once('end', resolve));
  try {
    await ensureDatabase(owner);
    await writeFile(cluster.portFile, String(postmaster.port));
  } catch (error) {
    // An open connection would keep its lock and block the next attempt, as if another process owned the folder.
    await owner.end();
    throw error;
  }
  return { postmaster, owner, lost };
}

async function ensureDatabase(owner: pg.Client): Promise<void> {
  const found = await owner.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (found.rowCount === 0) await owner.query(`create database ${pg.escapeIdentifier(databaseName)}`);
}

function superviseServer(setup: ServerSetup, first: OwnedServer, log: (line: string) => void) {
  let current: OwnedServer | undefined = first;
  let recovery = Promise.resolve();
  let isStopping = false;
  let stopped: Promise<void> | undefined;
  const { port, pid } = first.postmaster;

  const watch = (server: OwnedServer) => {
    server.lost.then(() => {
      if (!isStopping) recovery = recover();
    });
  };

  const recover = async () => {
    log(`PostgreSQL has stopped and is being started again on port ${port}`);
    current = undefined;
    while (!isStopping && !current) {
      try {
        current = await claimServer(setup, { port, mayMove: false });
        watch(current);
        log('PostgreSQL is running again');
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        if (error instanceof FolderInUseError) return;
        await delay(500);
      }
    }
  };

  const end = async () => {
    isStopping = true;
    await recovery;
    if (!current) return;
    await current.owner.end();
    await stopPostmaster(current.postmaster.pid);
  };

  // A second call waits for the same stop.
  const stop = () => {
    stopped ??= end();
    return stopped;
  };

  watch(first);
  return { stop, pid: () => current?.postmaster.pid ?? pid };
}

async function readLastPort(cluster: Cluster): Promise<number | undefined> {
  const last = Number(await readFile(cluster.portFile, 'utf8').catch(() => ''));
  return Number.isInteger(last) && last > 0 && last < 65_536 ? last : undefined;
}
