import { describe, expect, jest, test } from '@jest/globals';
import { newId } from '@parley/core';
import { openDatabase } from '@parley/database';
import { testKeys } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import { createWorker, parseWorkerConfig, type WorkerTiming } from '../../src/index.js';
import { defineTask, type Task } from '../../src/jobs/define-task.js';
import type { WorkerDependencies } from '../../src/jobs/worker-dependencies.js';

jest.setTimeout(60_000);

const testDatabase = useTestDatabase();

async function startWith(
  run: (dependencies: WorkerDependencies) => Promise<void>,
  timing: Partial<WorkerTiming> = {},
) {
  const task: Task = defineTask({
    name: 'end-snooze',
    payload: { tenantId: 'id', chatId: 'id' },
    run: (_payload, dependencies) => run(dependencies),
  });
  const database = openDatabase({ url: testDatabase.url, keys: testKeys });
  const worker = createWorker({
    database,
    config: parseWorkerConfig({ WORKER_CONCURRENCY: '1' }),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    timing: { graceMs: 1, ...timing },
    tasks: [task],
  });
  await worker.start();
  return async () => {
    await worker.stop();
    await database.close();
  };
}

async function addJobs(count: number): Promise<void> {
  const payload = JSON.stringify({ tenantId: newId(), chatId: newId() });
  await testDatabase.database.pool.query(
    `select graphile_worker.add_job('end-snooze', $1::json) from generate_series(1, $2::int)`,
    [payload, count],
  );
}

async function lockedAndFree(): Promise<unknown> {
  const { rows } = await testDatabase.database.pool.query(
    // The schedule of the worker can add a job of the maintenance.
    `select count(locked_by)::int as locked, count(*)::int - count(locked_by)::int as free
     from graphile_worker.jobs where task_identifier = 'end-snooze'`,
  );
  return rows[0];
}

describe('a worker that is stopped', () => {
  test('releases the jobs that it has claimed and not begun, and waits for the running one', async () => {
    let begun = 0;
    // This job behaves like one that sends a message: when the worker stops, it ends once the provider has responded.
    const stop = await startWith(async ({ signal }) => {
      begun += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      for (let statement = 0; statement < 50; statement += 1) await lockedAndFree();
    });
    await addJobs(3);
    await waitUntil(() => begun === 1);
    await stop();
    expect(begun).toBe(1);
    expect(await lockedAndFree()).toEqual({ locked: 0, free: 2 });
    await testDatabase.database.pool.query('delete from graphile_worker._private_jobs');
  });

  test('aborts the running job, and releases one that does not end', async () => {
    const aborted: boolean[] = [];
    const stop = await startWith(
      async ({ signal }) => {
        aborted.push(signal.aborted);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        aborted.push(signal.aborted);
        await new Promise(() => {});
      },
      { jobGraceMs: 200 },
    );
    await addJobs(1);
    await waitUntil(() => aborted.length === 1);
    await stop();
    expect(aborted).toEqual([false, true]);
    expect(await lockedAndFree()).toEqual({ locked: 0, free: 1 });
    expect(await testDatabase.database.prisma.worker.count()).toBe(0);
  });
});
