import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Database,
  type LocalPostgres,
  openDatabase,
  runMigrations,
  startLocalPostgres,
} from '@parley/database';
import { testEncryptionKeys, testKeys } from '../database/test-keys.js';
import { testSecret } from '../tokens.js';
import { SupervisedProcess } from './supervised-process.js';

/** The service as an operator runs it: its own PostgreSQL, one API and workers, each a process. */
export interface Cluster {
  readonly url: string;
  readonly folder: string;
  /** The folder with the logs of the processes. */
  readonly logs: string;
  readonly database: Database;
  readonly postgres: LocalPostgres;
  readonly api: SupervisedProcess;
  readonly workers: readonly SupervisedProcess[];
  addWorker(): SupervisedProcess;
  /** `keepFolder` keeps the data and the logs, so that they can be examined. */
  stop(options?: { keepFolder?: boolean }): Promise<void>;
}

export interface ClusterOptions {
  /** Where the folder of the cluster is created. */
  readonly parent?: string;
  /** Where the processes write their logs; the default is the folder of the cluster. */
  readonly logs?: string;
  /** Further settings of all processes. */
  readonly env?: Readonly<Record<string, string>>;
  /** The default is two. */
  readonly workers?: number;
}

export async function startCluster({
  parent = tmpdir(),
  env = {},
  workers = 2,
  ...options
}: ClusterOptions = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(parent, 'parley-crash-'));
  const logs = options.logs ?? join(folder, 'logs');
  await mkdir(logs, { recursive: true });
  const postgres = await startLocalPostgres({ dataDir: folder });
  try {
    await runMigrations(postgres.url);
    return await startProcesses(postgres, { folder, logs, env, workers });
  } catch (error) {
    // No caller has the cluster yet, so nobody else can stop it.
    await postgres.stop();
    throw error;
  }
}

async function startProcesses(
  postgres: LocalPostgres,
  {
    folder,
    logs,
    env: settings,
    workers: count,
  }: Required<Omit<ClusterOptions, 'parent'>> & { folder: string },
): Promise<Cluster> {
  const port = await findFreePort();
  const database = openDatabase({ url: postgres.url, keys: testKeys, poolSize: 4 });
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DRAIN_DELAY_MS: '0',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'service'),
    JWT_SECRET: testSecret,
    ENCRYPTION_KEYS: testEncryptionKeys,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    LOG_LEVEL: 'info',
    ...settings,
  };
  const start = (name: string, program: string) =>
    new SupervisedProcess({ name, program, env, logFile: join(logs, `${name}.log`) });
  const workers: SupervisedProcess[] = [];
  const addWorker = () => {
    const worker = start(`worker-${workers.length + 1}`, 'apps/local/bundle/processes/worker.js');
    workers.push(worker);
    return worker;
  };
  const api = start('api', 'apps/local/bundle/processes/api.js');
  for (let number = 0; number < count; number += 1) addWorker();
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    logs,
    database,
    postgres,
    api,
    workers,
    addWorker,
    async stop({ keepFolder = false } = {}) {
      await Promise.all([api, ...workers].map((child) => child.stop()));
      await database.close();
      await postgres.stop();
      if (!keepFolder) await rm(folder, { recursive: true, force: true });
    },
  };
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
