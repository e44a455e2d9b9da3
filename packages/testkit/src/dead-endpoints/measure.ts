import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../crash/cluster.js';
import { type Figures, readTrouble } from './figures.js';
import type { HealthyEndpoint } from './healthy-endpoint.js';
import type { Scene } from './scene.js';
import type { Writing } from './write-events.js';

interface Measured {
  readonly scene: Scene;
  readonly healthy: HealthyEndpoint;
  readonly writing: Writing;
  readonly seconds: number;
}

const reportEverySeconds = 15;

/**
 * Monitors the run for the whole time, prints a line now and then, and returns the results. A machine that is too slow
 * to write all events in that time gets the same time again.
 */
export async function measure(cluster: Cluster, measured: Measured): Promise<Figures> {
  const { writing, healthy, seconds } = measured;
  const startedAtMs = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAtMs) / 1_000;
  const isDone = () => writing.written >= writing.asked && healthy.receivedCount >= writing.written;
  while (elapsedSeconds() < seconds || (elapsedSeconds() < 2 * seconds && !isDone())) {
    await delay(Math.max(1, Math.min(reportEverySeconds, Math.abs(seconds - elapsedSeconds()))) * 1_000);
    const { eventsWritten, healthyReceived, deadAttempts, deadlocks, queueRestarts } = await read(
      cluster,
      measured,
    );
    console.log(
      `${String(Math.round(elapsedSeconds())).padStart(4)} s  events ${eventsWritten}  healthy ${healthyReceived}  ` +
        `dead attempts ${deadAttempts}  deadlocks ${deadlocks}  queue restarts ${queueRestarts}`,
    );
  }
  await writing.stop();
  return { ...(await read(cluster, measured)), seconds: Math.round(elapsedSeconds()) };
}

async function read({ database, folder, workers }: Cluster, measured: Measured): Promise<Figures> {
  const { scene, healthy, writing, seconds } = measured;
  const { rows: counts } = await database.pool.query<DeadCounts>(countDead, [scene.deadWebhookIds]);
  const { rows: statistics } = await database.pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  const trouble = readTrouble(await readWorkerLogs(join(folder, 'logs')));
  const sorted = [...healthy.latenciesMs].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    seconds,
    eventsAsked: writing.asked,
    eventsWritten: writing.written,
    deadlocks: statistics[0]?.deadlocks ?? 0,
    ...trouble,
    workers: workers.length,
    deadAttempts: counts[0]?.attempts ?? 0,
    deadDeliveriesAttempted: counts[0]?.attempted ?? 0,
    deadDeliveriesWaiting: counts[0]?.waiting ?? 0,
    healthyReceived: healthy.receivedCount,
    healthySeconds: Math.max(0, healthy.lastReceivedAtMs - writing.startedAtMs) / 1_000,
    healthyLatencyMs: { median: at(0.5), p99: at(0.99) },
  };
}

interface DeadCounts {
  readonly attempts: number;
  readonly attempted: number;
  readonly waiting: number;
}

/** Completed attempts. A released claim is not an attempt. */
const countDead = `select coalesce(sum(made.count), 0)::int as attempts,
    count(*) filter (where made.count > 0)::int as attempted,
    count(*) filter (where status in ('pending', 'delivering'))::int as waiting
  from deliveries delivery
  cross join lateral (
    select count(*) from delivery_attempts attempt
    where attempt.tenant_id = delivery.tenant_id and attempt.delivery_id = delivery.id
  ) made
  where webhook_id = any ($1::uuid[])`;

async function readWorkerLogs(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const logs = names.filter((name) => name.startsWith('worker-'));
  return Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
}
