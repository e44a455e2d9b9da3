import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createTenant } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import type { Job } from 'graphile-worker';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { defineTask } from '../../src/jobs/define-task.js';
import { JobSlots } from '../../src/jobs/job-slots.js';
import { createJobRunner, maxJobAttempts } from '../../src/jobs/run-job.js';
import type { WorkerDependencies } from '../../src/jobs/worker-dependencies.js';
import { createWorkerMetrics } from '../../src/metrics/worker-metrics.js';
import { createOutboundBulkhead } from '../../src/outbound-http/bulkhead/outbound-calls.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker({ timing: { heartbeatMs: 200, deadAfterMs: 6_000 } });

const ids = {
  tenantId: '0193a1e0-5c00-7000-8000-000000000001',
  deliveryId: '0193a1e0-5c00-7000-8000-000000000002',
};

beforeAll(() => createTenant(running.database, { id: ids.tenantId }));

async function addJob(payload: unknown): Promise<string> {
  const { rows } = await running.database.pool.query<{ id: string }>(
    `select id from graphile_worker.add_job('deliver', $1::json)`,
    [JSON.stringify(payload)],
  );
  return rows[0]?.id ?? '';
}

const deadJob = async (id: string) =>
  running.database.prisma.deadJob.findUnique({ where: { id: BigInt(id) } });

async function isQueued(id: string): Promise<boolean> {
  const { rowCount } = await running.database.pool.query('select from graphile_worker.jobs where id = $1', [
    id,
  ]);
  return rowCount === 1;
}

describe('a job that can never succeed', () => {
  test.each([
    ['is not an object', 'nonsense', 'it is not an object'],
    ['lacks an id', { tenantId: ids.tenantId }, 'deliveryId is not an id'],
    ['has an invalid id', { ...ids, tenantId: '1; drop table' }, 'tenantId is not an id'],
  ])(
    'because its payload %s leaves the queue at once and becomes a dead letter',
    async (_problem, payload, error) => {
      const id = await addJob(payload);
      await waitUntil(async () => (await deadJob(id)) !== null);
      expect(await deadJob(id)).toMatchObject({
        task: 'deliver',
        payload,
        attempts: 1,
        error: expect.stringContaining(error),
      });
      await waitUntil(async () => !(await isQueued(id)));
      expect(
        running.logs.some((line) => line.includes('a job is dead') && line.includes(`"jobId":"${id}"`)),
      ).toBe(true);
    },
  );

  test('because its record does not exist ends without an error', async () => {
    const id = await addJob(ids);
    await waitUntil(async () => !(await isQueued(id)));
    expect(await deadJob(id)).toBeNull();
  });
});

describe('a job that fails', () => {
  const job = (attempts: number) =>
    ({
      id: String(1_000 + attempts),
      task_identifier: 'deliver',
      payload: ids,
      attempts,
      created_at: new Date(),
      run_at: new Date(),
    }) as Job;

  function runnerOf(run: () => Promise<void>) {
    const dead: unknown[] = [];
    const task = defineTask({
      name: 'deliver',
      payload: { tenantId: 'id', eventId: 'optional id', deliveryId: 'id' },
      run,
      async onDead(payload) {
        dead.push(payload);
      },
    });
    const { database, now } = running;
    const logger = pino({ level: 'silent' });
    // The task of this test uses no other part of the worker.
    const dependencies = {
      database,
      now,
      logger,
      signal: new AbortController().signal,
    } as WorkerDependencies;
    const slots = new JobSlots({ concurrency: 1 });
    const registry = new Registry();
    const metrics = createWorkerMetrics(registry);
    const environment = { dependencies, slots, bulkhead: createOutboundBulkhead(), metrics };
    return { dead, registry, runJob: createJobRunner(task, environment) };
  }

  test('of a workspace that was deleted meanwhile leaves no dead letter', async () => {
    const { runJob } = runnerOf(() => Promise.reject(new Error('it repeats a text of the workspace')));
    const last = job(maxJobAttempts);
    const payload = { ...ids, tenantId: '0193a1e0-5c00-7000-8000-0000000000ff' };
    await runJob(payload, { job: { ...last, payload } });
    expect(await deadJob(last.id)).toBeNull();
  });

  test('is retried by the queue until its last attempt, and then becomes a dead letter', async () => {
    const { runJob, dead } = runnerOf(() => Promise.reject(new Error('still broken')));
    const early = job(maxJobAttempts - 1);
    await expect(runJob(ids, { job: early })).rejects.toThrow('still broken');
    expect(await deadJob(early.id)).toBeNull();
    const last = job(maxJobAttempts);
    await runJob(ids, { job: last });
    expect(await deadJob(last.id)).toMatchObject({ attempts: maxJobAttempts });
    expect(dead).toEqual([ids]);
  });

  test('leaves the class and the code of its error, and not the text, which may repeat what a person wrote', async () => {
    class SendingError extends Error {
      override readonly name = 'SendingError';
      readonly code: string;

      constructor(code: string) {
        super('The text "I am Ada" is too long.');
        this.code = code;
      }
    }
    const kept = ['ETIMEDOUT', 'Ada wrote this'].map(async (code, index) => {
      const { runJob } = runnerOf(() => Promise.reject(new SendingError(code)));
      const last = { ...job(maxJobAttempts), id: String(2_000 + index) };
      await runJob(ids, { job: last });
      return (await deadJob(last.id))?.error;
    });
    const rest = '. The log line of the dead job has its text.';
    expect(await Promise.all(kept)).toEqual([`SendingError (ETIMEDOUT)${rest}`, `SendingError${rest}`]);
  });

  test('has waited since it was added, if it keeps the time of a job that it continues', async () => {
    const { runJob, registry } = runnerOf(() => Promise.reject(new Error('still broken')));
    const dayAgo = new Date(Date.now() - 24 * 60 * 60 * 1_000);
    await expect(runJob(ids, { job: { ...job(1), run_at: dayAgo } })).rejects.toThrow('still broken');
    const [, waited] = /^parley_job_wait_seconds_sum\{.*\} (.+)$/m.exec(await registry.metrics()) ?? [];
    expect(Number(waited)).toBeLessThan(3_600);
  });

  test('by crashing its workers is not run again', async () => {
    const { runJob } = runnerOf(() => Promise.reject(new Error('must not run')));
    const deadly = job(maxJobAttempts + 1);
    await runJob(ids, { job: deadly });
    expect(await deadJob(deadly.id)).toMatchObject({
      error: expect.stringContaining('worker that claimed the job died'),
    });
  });
});

describe('a job that is locked under an unregistered name', () => {
  test('is released within seconds', async () => {
    const { pool } = running.database;
    const { rows } = await pool.query<{ id: string }>(
      `select id from graphile_worker.add_job('end-snooze', $1::json, run_at := now() + interval '1 day')`,
      [JSON.stringify({ tenantId: ids.tenantId, chatId: ids.deliveryId })],
    );
    const id = rows[0]?.id ?? '';
    await pool.query(
      `update graphile_worker._private_jobs
       set locked_by = 'nobody', locked_at = now() - interval '1 hour', run_at = now() where id = $1`,
      [id],
    );
    await waitUntil(async () => !(await isQueued(id)));
  });
});

describe('the metrics', () => {
  test('show waiting jobs, dead letters and completed work', async () => {
    await running.database.pool.query(
      `select graphile_worker.add_job('deliver', $1::json, run_at := now() + interval '1 hour'),
         graphile_worker.add_job('nobody-knows', '{}', run_at := now() - interval '2 minutes')`,
      [JSON.stringify(ids)],
    );
    await running.database.pool.query(
      `with waiting as (update graphile_worker._private_jobs set created_at = run_at where run_at < now())
       select graphile_worker.add_job('nobody-knows', '{}', run_at := now() - interval '1 day')`,
    );
    const text = await running.worker.registry.metrics();
    const value = (name: string) =>
      Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1]);
    expect(value('parley_queue_depth{task="deliver",state="planned"}')).toBe(1);
    expect(value('parley_queue_depth{task="nobody-knows",state="due"}')).toBe(2);
    // Ten seconds are for a clock that is set back meanwhile.
    expect(value('parley_queue_oldest_due_seconds')).toBeGreaterThanOrEqual(110);
    // A job that keeps the time of the one that it continues has waited since it was added.
    expect(value('parley_queue_oldest_due_seconds')).toBeLessThan(3_600);
    expect(value('parley_dead_jobs{task="deliver"}')).toBeGreaterThanOrEqual(3);
    expect(value('parley_job_duration_seconds_count{task="deliver",outcome="dead"}')).toBe(3);
    expect(value('parley_job_duration_seconds_count{task="deliver",outcome="succeeded"}')).toBe(1);
    expect(value('parley_deliveries_under_way')).toBe(0);
    expect(value('parley_job_wait_seconds_count{task="deliver",lane="bulk"}')).toBe(4);
    expect(value('parley_queue_lanes')).toBe(1);
    expect(value('parley_queue_largest_lane_jobs')).toBe(2);
    expect(value('parley_endpoint_circuits{kind="deliveries",state="open"}')).toBe(0);
    expect(value('parley_database_connections{pool="main",state="waiting"}')).toBe(0);
    expect(value('process_cpu_seconds_total')).toBeGreaterThan(0);
  });
});
