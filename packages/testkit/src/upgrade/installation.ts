import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, type LocalPostgres, startLocalPostgres } from '@parley/database';
import { findFreePort } from '../crash/cluster.js';
import { waitFor } from '../crash/wait-for.js';
import { testEncryptionKeys } from '../database/test-keys.js';
import { testSecret } from '../tokens.js';
import type { Environment, Release } from './release.js';
import { type ReleaseProcess, startProcess } from './release-process.js';

export const apiCount = 2;
export const workerCount = 2;

/** A busy machine can need this long to start a process. */
const startTimeoutMs = 120_000;

/** One installation of the service: a PostgreSQL, and places for processes of either release. */
export interface Installation {
  readonly folder: string;
  readonly databaseUrl: string;
  /** The addresses of the APIs, by number. */
  readonly apiUrls: readonly string[];
  /** The addresses of the workers' metrics and probes, by number. */
  readonly workerUrls: readonly string[];
  /** The settings of commands. */
  readonly env: Environment;
  postgres: LocalPostgres;
  readonly running: Map<string, ReleaseProcess>;
  /** What processes did that they must not do. */
  readonly problems: string[];
}

export async function createInstallation(folder: string): Promise<Installation> {
  await mkdir(join(folder, 'logs'), { recursive: true });
  const postgres = await startLocalPostgres({ dataDir: join(folder, 'database') });
  const databaseUrl = await createDatabase(postgres.url, 'upgrade');
  const findUrls = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => `http://127.0.0.1:${await findFreePort()}`));
  return {
    folder,
    databaseUrl,
    apiUrls: await findUrls(apiCount),
    workerUrls: await findUrls(workerCount),
    env: {
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      JWT_SECRET: testSecret,
      ENCRYPTION_KEYS: testEncryptionKeys,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      DRAIN_DELAY_MS: '5000',
      LOG_LEVEL: 'info',
    },
    postgres,
    running: new Map(),
    problems: [],
  };
}

/** Starts an API and waits until it is ready. */
export async function startApi(installation: Installation, release: Release, number: number): Promise<void> {
  const url = installation.apiUrls[number - 1] ?? '';
  await start(installation, release, { name: `api-${number}`, script: 'start:api', PORT: new URL(url).port });
  await waitFor(`api-${number} is ready`, () => isOk(`${url}/readyz`), startTimeoutMs);
}

/** Starts a worker and waits until it serves its metrics, which even a paused worker does. */
export async function startWorker(
  installation: Installation,
  release: Release,
  number: number,
): Promise<void> {
  const url = installation.workerUrls[number - 1] ?? '';
  const port = new URL(url).port;
  await start(installation, release, { name: `worker-${number}`, script: 'start:worker', WORKER_PORT: port });
  await waitFor(`worker-${number} is up`, () => isOk(`${url}/metrics`), startTimeoutMs);
}

export async function startWorkers(installation: Installation, release: Release): Promise<void> {
  for (let number = 1; number <= workerCount; number += 1) await startWorker(installation, release, number);
}

/** Stops a process, and remembers if it did not end as it should. */
export async function stopProcess({ running, problems }: Installation, name: string): Promise<void> {
  const problem = await running.get(name)?.stop();
  running.delete(name);
  if (problem !== undefined) problems.push(problem);
}

export async function stopInstallation(installation: Installation): Promise<void> {
  await Promise.all([...installation.running.keys()].map((name) => stopProcess(installation, name)));
  await installation.postgres.stop();
}

async function start(
  { running, env, folder }: Installation,
  release: Release,
  { name, script, ...port }: { name: string; script: 'start:api' | 'start:worker' } & Record<string, string>,
): Promise<void> {
  const logFile = join(folder, 'logs', `${name}-${release.name}.log`);
  running.set(name, await startProcess(release, { name, script, env: { ...env, ...port }, logFile }));
}

async function isOk(url: string): Promise<true | undefined> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.ok || undefined;
}
