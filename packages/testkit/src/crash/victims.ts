import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmaster } from '@parley/database';
import type { Cluster } from './cluster.js';
import type { VictimName } from './plan-rounds.js';
import type { SupervisedProcess } from './supervised-process.js';

/** A process of the cluster that may be killed. */
export interface Victim {
  /** Returns the id of the running process, ready or not; undefined while there is none. */
  pid(): Promise<number | undefined>;
  /** Whether exactly this process is ready; another process that does its work does not count. */
  isReady(pid: number): Promise<boolean>;
}

/** The part of a cluster that is needed here, so that a test can pass less. */
export type VictimCluster = Pick<Cluster, 'folder' | 'url' | 'database'> & {
  readonly api: Pick<SupervisedProcess, 'pid'>;
  readonly workers: readonly SupervisedWorker[];
  readonly postgres: Pick<Cluster['postgres'], 'pid'>;
};

type SupervisedWorker = Pick<SupervisedProcess, 'name' | 'pid' | 'workerId'>;

export async function findVictim(cluster: VictimCluster, name: VictimName): Promise<Victim> {
  switch (name) {
    case 'postgres':
      return postgresOf(cluster, join(await realpath(cluster.folder), 'postgres'));
    case 'api':
      return apiOf(cluster);
    case 'worker-1':
    case 'worker-2':
      return workerOf(cluster, name);
  }
}

function apiOf({ api, url }: VictimCluster): Victim {
  return {
    pid: async () => api.pid,
    async isReady(pid) {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(readyTimeoutMs) });
      await response.arrayBuffer();
      // Only this process listens on the port, so the response came from it if it still runs.
      return response.ok && api.pid === pid;
    },
  };
}

const readyTimeoutMs = 5_000;

/** A worker writes its id to its log and registers in the database. */
function workerOf({ workers, database }: VictimCluster, name: string): Victim {
  const worker = workers.find((one) => one.name === name);
  if (worker === undefined) throw new Error(`There is no ${name}.`);
  return {
    pid: async () => worker.pid,
    isReady: (pid) => isRegistered(worker, { pid, pool: database.pool }),
  };
}

async function isRegistered(
  worker: SupervisedWorker,
  { pid, pool }: { pid: number; pool: Cluster['database']['pool'] },
): Promise<boolean> {
  const { workerId } = worker;
  if (workerId === undefined) return false;
  const { rowCount } = await pool.query(
    `select from workers where id = $1 and heartbeat_at > now() - interval '5 seconds'`,
    [workerId],
  );
  return rowCount === 1 && worker.pid === pid && worker.workerId === workerId;
}

function postgresOf({ database, postgres }: VictimCluster, folder: string): Victim {
  return {
    pid: async () => (await findPostmaster(folder))?.pid,
    async isReady(pid) {
      await database.pool.query('select');
      // The supervisor of PostgreSQL has noticed the new process too, so it would notice a second kill.
      return postgres.pid === pid;
    },
  };
}
