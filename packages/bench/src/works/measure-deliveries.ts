import { setTimeout as delay } from 'node:timers/promises';
import { changeChatStatus, createWebhook, newId } from '@parley/core';
import { type CpuMicros, startCpuMeter } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import { contextOf } from '../stage/context-of.js';
import type { Stage } from '../stage/start-stage.js';
import { startWebhookReceiver, type WebhookReceiver } from '../stage/start-webhook-receiver.js';
import { startWorker } from '../stage/start-worker.js';

export interface DeliveriesOptions {
  readonly subscribers: number;
  /** How many are waiting when the worker starts. */
  readonly deliveries: number;
  /** How many of these are not measured. Default is the first one, with which the worker has started. */
  readonly warmUp?: number;
  /** The rate while the time from commit to receiver is measured. */
  readonly deliveriesPerSecond: number;
  readonly seconds: number;
  readonly nodeFlags?: readonly string[];
  /** Further settings of the worker. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface DeliveriesResult {
  readonly subscribers: number;
  readonly deliveriesPerSecond: number;
  /** CPU time per delivery; the receiver is this process. */
  readonly cpuMicros: CpuMicros<'worker' | 'receiver'>;
  /** The time from the commit of an event to its arrival at each subscriber. */
  readonly latencyMs: { readonly p50: number; readonly p90: number; readonly p99: number };
  /** 1 when every attempt was recorded and none was repeated. */
  readonly attemptsPerDelivery: number;
}

/** Measures one worker, first with a backlog and then with events at a constant rate. */
export async function measureDeliveries(stage: Stage, options: DeliveriesOptions): Promise<DeliveriesResult> {
  const { subscribers, deliveries, warmUp = 1 } = options;
  const { tenantId, chatIds } = await stage.addTenant({ chats: 1_000, automations: 1 });
  const receiver = await startWebhookReceiver();
  for (let index = 0; index < subscribers; index += 1) {
    await createWebhook(contextOf(stage, tenantId), { url: `${receiver.url}${index}` });
  }
  const change = createChange(stage, { tenantId, chatIds });
  const eventCount = Math.ceil(deliveries / subscribers);
  await inGroups(eventCount, 8, change);
  const worker = await startWorker(stage.databaseUrl, options);
  try {
    const drained = await drain(stage, {
      receiver,
      workerPid: worker.pid,
      count: eventCount * subscribers,
      warmUp,
    });
    await untilSettled(stage, tenantId);
    const latencyMs = await measureLatency(stage, { ...options, tenantId, receiver, change });
    await untilSettled(stage, tenantId);
    return { subscribers, ...drained, latencyMs, attemptsPerDelivery: await countAttempts(stage, tenantId) };
  } finally {
    await worker.stop();
    await receiver.stop();
    await stage.database.pool.query('delete from webhooks where tenant_id = $1', [tenantId]);
  }
}

type Change = () => Promise<{ readonly id: string }>;

/** Changes the status of one chat after the other, which is the fastest way to create events. */
function createChange(
  stage: Stage,
  { tenantId, chatIds }: { tenantId: string; chatIds: readonly string[] },
): Change {
  const context = contextOf(stage, tenantId);
  let made = 0;
  return () => {
    const chatId = chatIds[made % chatIds.length] ?? newId();
    const status = Math.floor(made / chatIds.length) % 2 === 0 ? 'closed' : 'open';
    made += 1;
    return changeChatStatus(context, { chatId, status });
  };
}

async function inGroups(count: number, size: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += size) {
    await Promise.all(Array.from({ length: Math.min(size, count - done) }, work));
  }
}

interface DrainOptions {
  readonly receiver: WebhookReceiver;
  readonly workerPid: number;
  readonly count: number;
  readonly warmUp: number;
}

async function drain({ postgresPid }: Stage, { receiver, workerPid, count, warmUp }: DrainOptions) {
  // The worker has started when the first delivery arrives.
  await until(() => receiver.receivedCount >= warmUp);
  const readCpu = await startCpuMeter(postgresPid, { worker: workerPid, receiver: process.pid });
  const [startedAt, before] = [performance.now(), receiver.receivedCount];
  await until(() => receiver.receivedCount >= count);
  const seconds = (performance.now() - startedAt) / 1_000;
  const done = receiver.receivedCount - before;
  return { deliveriesPerSecond: done / seconds, cpuMicros: await readCpu(done) };
}

async function measureLatency(
  stage: Stage,
  options: DeliveriesOptions & { tenantId: string; receiver: WebhookReceiver; change: Change },
): Promise<DeliveriesResult['latencyMs']> {
  const { subscribers, deliveriesPerSecond, seconds, tenantId, receiver, change } = options;
  const commits: Commit[] = [];
  const arrivals = new Map<string, number[]>();
  receiver.onArrival = (id) => arrivals.set(id, [...(arrivals.get(id) ?? []), performance.now()]);
  const pauseMs = (1_000 * subscribers) / deliveriesPerSecond;
  for (let made = 0; made * pauseMs < seconds * 1_000; made += 1) {
    const turn = delay(pauseMs);
    const { id } = await change();
    commits.push({ chatId: id, at: performance.now() });
    await turn;
  }
  const committedAt = await findEvents(stage, tenantId, commits);
  const isComplete = (id: string) => (arrivals.get(id)?.length ?? 0) >= subscribers;
  await until(() => [...committedAt.keys()].every(isComplete));
  receiver.onArrival = undefined;
  const waits = [...committedAt].flatMap(([id, at]) => (arrivals.get(id) ?? []).map((time) => time - at));
  return { p50: percentile(waits, 0.5), p90: percentile(waits, 0.9), p99: percentile(waits, 0.99) };
}

interface Commit {
  readonly chatId: string;
  readonly at: number;
}

/** When each event was committed, by its id: changes happened one after the other, and ids grow with time. */
async function findEvents(
  { database }: Stage,
  tenantId: string,
  commits: readonly Commit[],
): Promise<ReadonlyMap<string, number>> {
  const latest = await database.prisma.event.findMany({
    where: { tenantId },
    orderBy: { id: 'desc' },
    take: commits.length,
    select: { id: true, chatId: true },
  });
  const events = latest.toReversed();
  if (commits.some(({ chatId }, index) => events[index]?.chatId !== chatId)) {
    throw new Error('The events of the tenant do not match the changes that were made.');
  }
  return new Map(commits.map(({ at }, index) => [events[index]?.id ?? '', at]));
}

async function untilSettled({ database }: Stage, tenantId: string): Promise<void> {
  await until(async () => {
    const open = await database.prisma.delivery.count({
      where: { tenantId, status: { in: ['pending', 'delivering'] } },
    });
    return open === 0;
  });
}

async function countAttempts({ database }: Stage, tenantId: string): Promise<number> {
  const [attempts, deliveries] = await Promise.all([
    database.prisma.deliveryAttempt.count({ where: { tenantId } }),
    database.prisma.delivery.count({ where: { tenantId } }),
  ]);
  return attempts / deliveries;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(5);
}
