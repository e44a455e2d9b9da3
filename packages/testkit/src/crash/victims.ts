import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmaster } from '@parley/database';
import type { Cluster } from './cluster.js';
import type { VictimName } from './plan-rounds.js';
import type { SupervisedProcess } from './supervised-process.js';

/** A process of the cluster that may be killed. */
export interface Victim {
  /** Of the process that runs now, ready or not; undefined while there is none. */
  pid(): Promise<number | undefined>;
  /** This very process is ready; another one that does its work does not count. */
  isReady(pid: number): Promise<boolean>;
}

/** What is asked of the cluster, so that a test can give less than one. */
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
      // It is the only one on its port, and so the response was its own if it is still there.
      return response.ok && api.pid === pid;
    },
  };
}

const readyTimeoutMs = 5_000;

/** A worker says in its log under which id it registers, and registers in the database. */
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
      // Whoever keeps it running has taken it up as well, and would see it die again.
      return postgres.pid === pid;
    },
  };
}
