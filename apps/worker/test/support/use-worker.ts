import { afterAll, beforeAll } from '@jest/globals';
import { logOptions } from '@parley/config';
import { type Database, type FileStorage, openDatabase, type Tenant } from '@parley/database';
import { createTenant, createTestDatabase, testKeys } from '@parley/testkit';
import { pino } from 'pino';
import { taskGroups } from '../../src/config/task-groups.js';
import { createWorker, parseWorkerConfig, type Worker, type WorkerTiming } from '../../src/index.js';

export interface TestWorker {
  readonly url: string;
  readonly database: Database;
  readonly tenant: Tenant;
  readonly worker: Worker;
  /** Every line the worker has logged. */
  readonly logs: string[];
  readonly now: () => Date;
  /** Moves the clock of the service, but not the clock of the queue. */
  advance(milliseconds: number): void;
}

export interface TestWorkerOptions {
  readonly timing?: Partial<WorkerTiming>;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the worker also maintains the database and stores the words of messages. Default is false. */
  readonly withMaintenance?: boolean;
  /** Called before the tests. Default is a storage in the database. */
  readonly openFiles?: () => Promise<FileStorage>;
}

/** The worker would run the maintenance every five minutes of the clock, in the middle of whatever is tested then. */
const usualTasks = taskGroups.filter((group) => group !== 'maintenance');

/** Creates a real worker on a database of its own; read the result inside tests only. */
export function useWorker({
  timing,
  env = {},
  withMaintenance = false,
  openFiles,
}: TestWorkerOptions = {}): TestWorker {
  const ready: { state?: TestWorker; stop?: () => Promise<void> } = {};

  beforeAll(async () => {
    const { url, database, close } = await createTestDatabase();
    const files = openFiles && { files: await openFiles() };
    const workerDatabase = openDatabase({ url, keys: testKeys, ...files });
    const logs: string[] = [];
    let skewMs = 0;
    const now = () => new Date(Date.now() + skewMs);
    const worker = createWorker({
      database: workerDatabase,
      config: parseWorkerConfig({
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
        VALIDATE_RESPONSES: 'strict',
        LOG_LEVEL: 'debug',
        WORKER_TASKS: (withMaintenance ? taskGroups : usualTasks).join(','),
        ...env,
      }),
      logger: pino(logOptions('info'), { write: (line) => logs.push(line) }),
      now,
      ...(timing && { timing }),
    });
    await worker.start();
    const advance = (milliseconds: number) => {
      skewMs += milliseconds;
    };
    ready.state = { url, database, tenant: await createTenant(database), worker, logs, now, advance };
    ready.stop = async () => {
      await worker.stop();
      await workerDatabase.close();
      await close();
    };
  });
  afterAll(() => ready.stop?.());

  const state = () => {
    if (ready.state === undefined) throw new Error('The worker exists only while tests run');
    return ready.state;
  };
  return {
    get url() {
      return state().url;
    },
    get database() {
      return state().database;
    },
    get tenant() {
      return state().tenant;
    },
    get worker() {
      return state().worker;
    },
    get logs() {
      return state().logs;
    },
    now: () => state().now(),
    advance: (milliseconds) => state().advance(milliseconds),
  };
}
