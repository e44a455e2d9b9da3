import { afterEach, describe, expect, test } from '@jest/globals';
import { logOptions } from '@parley/config';
import { receiveMessage, sendMessage } from '@parley/core';
import { openDatabase } from '@parley/database';
import { contextOf, createChannel, createTenant, createWebhook, testKeys } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import { receivedMessage } from '../../../../packages/core/test/messages/received-message.js';
import { createWorker, parseWorkerConfig, type Worker } from '../../src/index.js';
import { bodyOf, useReceivers } from '../support/use-receivers.js';

const target = useTestDatabase();
const stops: (() => Promise<void>)[] = [];
const logs: string[] = [];
const { receiver } = useReceivers();

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Starts a worker with this value of `WORKER_TASKS`. */
async function start(WORKER_TASKS: string): Promise<Worker> {
  const database = openDatabase({ url: target.url, keys: testKeys });
  const worker = createWorker({
    database,
    config: parseWorkerConfig({ WORKER_TASKS, WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }),
    logger: pino(logOptions('info'), { write: (line) => logs.push(line) }),
    now: () => new Date(),
  });
  stops.push(async () => {
    await worker.stop();
    await database.close();
  });
  await worker.start();
  return worker;
}

async function sendToSandbox() {
  const { database } = target;
  const { id: tenantId } = await createTenant(database);
  const context = contextOf(database, tenantId);
  const inbox = await receiver();
  await createWebhook(database, tenantId, { url: inbox.url, ordered: true });
  const channel = await createChannel(database, tenantId);
  const item = receivedMessage({ text: 'Hello', timestamp: new Date() });
  const chat = await receiveMessage(context, { channelId: channel.id, item });
  const publicUrl = 'https://parley.example';
  const { id } = await sendMessage(context, { to: { chatId: chat?.chatId ?? '' }, text: 'Hi', publicUrl });
  const status = async () => (await database.prisma.message.findFirstOrThrow({ where: { id } })).status;
  return { inbox, status };
}

describe('workers with WORKER_TASKS', () => {
  test('run the jobs of their groups, and leave the others to workers of another pool', async () => {
    const messages = await start('messages');
    const { inbox, status } = await sendToSandbox();
    await waitUntil(async () => (await status()) === 'read');
    expect(inbox.requests).toEqual([]);
    const [waiting] = await target.database.prisma.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from graphile_worker.jobs
      where task_identifier like 'deliver%' and locked_at is null`;
    expect(waiting?.count).toBeGreaterThan(0);

    const text = await messages.registry.metrics();
    expect(text).toMatch(/^parley_queue_group_oldest_due_seconds\{group="deliveries"\} (?!0$)\d/m);
    expect(text).toMatch(/^parley_queue_group_oldest_due_seconds\{group="messages"\} 0$/m);
    expect(text.match(/^parley_worker_task_group_info.*$/gm)).toEqual([
      'parley_worker_task_group_info{group="messages"} 1',
    ]);

    await start('deliveries');
    await waitUntil(() => inbox.requests.some((request) => bodyOf(request).data.status === 'read'));
  });

  test('log their groups at the start', async () => {
    await start('chats, files');
    const line = logs.findLast((one) => one.includes('worker started')) ?? '';
    expect(JSON.parse(line).tasks).toEqual(['chats', 'files']);
  });

  test('run the maintenance only where it is one of the groups', async () => {
    const without = await start('deliveries,messages,media,automations,campaigns,chats,contacts,files');
    await target.database.pool.query(`select graphile_worker.add_job('maintain', job_key => 'maintain')`);
    const { inbox } = await sendToSandbox();
    // The job of the maintenance was added first, and a later job has run.
    await waitUntil(() => inbox.requests.length > 0);
    expect(await lastMaintenance(without)).toBe(0);
    const within = await start('maintenance');
    await waitUntil(async () => (await lastMaintenance(within)) > 0);
  });
});

async function lastMaintenance({ registry }: Worker): Promise<number> {
  const name = 'parley_maintenance_last_success_timestamp_seconds';
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  return values[0]?.value ?? 0;
}
