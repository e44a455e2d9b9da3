import { setTimeout as delay } from 'node:timers/promises';
import type { Stage } from '../../stage/start-stage.js';
import { startWorker } from '../../stage/start-worker.js';
import type { Load } from './loads.js';
import { type Felt, startProbe } from './probe.js';

export interface IsolationResult {
  readonly load: string;
  readonly idle: Felt;
  readonly loaded: Felt;
  /** Jobs of the load that were still waiting at the end; more than 0 means that everything was measured under load. */
  readonly waitingAtEnd: number;
}

/** Measures single messages of one tenant, first alone and then while another tenant has a backlog of jobs. */
export async function measureIsolation(
  stage: Stage,
  { load, samples }: { load: Load; samples: number },
): Promise<IsolationResult> {
  const probe = await startProbe(stage);
  const tenant = await stage.addTenant({ chats: 1_000, automations: 3 });
  try {
    const idle = await withWorker(stage, async () => {
      // The first messages load code and open connections.
      await probe.measure(20);
      return probe.measure(samples);
    });
    const added = await load.add(stage, tenant);
    try {
      const [loaded, waitingAtEnd] = await withWorker(stage, async () => {
        await untilBegun(stage, tenant.tenantId);
        await probe.measure(20);
        const felt = await probe.measure(samples);
        return [felt, await countWaiting(stage, tenant.tenantId)] as const;
      });
      return { load: `${load.count.toLocaleString('en')} ${load.name}`, idle, loaded, waitingAtEnd };
    } finally {
      await added.stop();
    }
  } finally {
    await probe.stop();
    await stage.database.pool.query('truncate graphile_worker._private_jobs');
    await stage.database.pool.query('delete from webhooks');
  }
}

async function withWorker<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
  const worker = await startWorker(stage.databaseUrl);
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

/** Waits until the worker has claimed the first job of the tenant. */
async function untilBegun(stage: Stage, tenantId: string): Promise<void> {
  const before = await countWaiting(stage, tenantId);
  while ((await countWaiting(stage, tenantId)) === before) await delay(100);
}

async function countWaiting({ database }: Stage, tenantId: string): Promise<number> {
  const { rows } = await database.pool.query<{ jobs: number }>(
    `select count(*)::int as jobs from graphile_worker._private_jobs
     where locked_at is null and payload ->> 'tenantId' = $1`,
    [tenantId],
  );
  return rows[0]?.jobs ?? 0;
}
