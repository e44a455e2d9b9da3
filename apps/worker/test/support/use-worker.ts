import { logOptions } from '@parley/config';
import type { Context } from '@parley/core';
import { type Database, type FileStorage, openDatabase, type Tenant } from '@parley/database';
import { contextOf, createTenant, testKeys } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
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
  context(): Context;
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
  const target = useTestDatabase();

  const open = async () => {
    const { url, database } = target;
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
    const stop = async () => {
      await worker.stop();
      await workerDatabase.close();
    };
    const tenant = await createTenant(database);
    const context = () => contextOf(database, tenant.id, now);
    return { url, database, tenant, worker, logs, now, context, advance, stop };
  };
  return useResource(open, ({ stop }) => stop());
}
