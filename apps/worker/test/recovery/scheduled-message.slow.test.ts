import { afterAll, expect, jest, test } from '@jest/globals';
import { sendMessage } from '@parley/core';
import { contextOf, createChannel, createChat, createTenant } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { spawnWorkerProcess, type WorkerProcess } from '../support/start-worker-process.js';

// Workers are processes, which take a while to start on a busy machine.
jest.setTimeout(100_000);

const workers: WorkerProcess[] = [];
afterAll(async () => {
  for (const worker of workers) {
    worker.kill('SIGKILL');
    await worker.ended();
  }
});
const testDatabase = useTestDatabase();

async function startWorker(): Promise<WorkerProcess> {
  const worker = spawnWorkerProcess(testDatabase.url);
  workers.push(worker);
  await worker.started();
  return worker;
}

test('a scheduled message is sent once at its time, though the worker was killed before', async () => {
  const { database } = testDatabase;
  const { id: tenantId } = await createTenant(database);
  const channel = await createChannel(database, tenantId, { type: 'sms' });
  const chat = await createChat(database, tenantId, { channelId: channel.id });
  const first = await startWorker();
  const scheduledAt = new Date(Date.now() + 10_000).toISOString();
  const context = contextOf(database, tenantId);
  const sending = {
    to: { chatId: chat.id },
    text: 'Later',
    scheduledAt,
    publicUrl: 'https://parley.example',
  };
  const { id } = await sendMessage(context, sending);
  first.kill('SIGKILL');
  await first.ended();
  const read = () => database.prisma.message.findFirstOrThrow({ where: { id } });
  expect(await read()).toMatchObject({ status: 'scheduled' });
  await startWorker();
  await waitUntil(async () => (await read()).status === 'read');
  expect(await read()).toMatchObject({ attemptCount: 1 });
  const events = await database.prisma.event.findMany({ where: { chatId: chat.id, type: 'message.sent' } });
  expect(events).toHaveLength(1);
  expect(events[0]?.createdAt.getTime()).toBeGreaterThanOrEqual(new Date(scheduledAt).getTime());
});
