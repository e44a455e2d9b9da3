import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { changeChatStatus, sendMessage } from '@parley/core';
import {
  contextOf,
  createChannel,
  createChat,
  createTenant,
  createTestDatabase,
  createWebhook,
  type TestDatabase,
} from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import type { ReceivedRequest } from '../outbound-http/start-receiver.js';
import { findDeliveries } from '../support/find-deliveries.js';
import { spawnWorkerProcess, timeOf, type WorkerProcess } from '../support/start-worker-process.js';
import { bodyOf, useReceivers } from '../support/use-receivers.js';

/** A scenario that takes longer hangs; alone on two cores it takes half a minute. */
const scenarioTimeoutMs = 100_000;

// The databases of the scenarios are created before their time limit starts.
jest.setTimeout(scenarioTimeoutMs + 30_000);

const { receiver } = useReceivers();

/** A scene: a database and the workers on it. */
interface Scene {
  readonly testDatabase: TestDatabase;
  startWorker(): Promise<WorkerProcess>;
  /**
   * Starts a worker that claims nothing yet, before the test needs it: on a busy machine, a worker takes longer to
   * start than a receiver may take to respond.
   */
  startPausedWorker(): Promise<WorkerProcess>;
  /** Waits for a condition, and fails when the scene is closed first. */
  until(isTrue: () => boolean | Promise<boolean>): Promise<true>;
  /** Ends the workers and all waits, and closes the database when the scenario is over. */
  close(story: Promise<void>): Promise<void>;
}

async function openScene(): Promise<Scene> {
  const testDatabase = await createTestDatabase();
  const processes: WorkerProcess[] = [];
  let isClosed = false;
  const startWorker = async () => {
    if (isClosed) throw new Error('The scene is closed.');
    const worker = spawnWorkerProcess(testDatabase.url);
    processes.push(worker);
    await worker.started();
    return worker;
  };
  return {
    testDatabase,
    startWorker,
    async startPausedWorker() {
      const worker = await startWorker();
      worker.kill('SIGSTOP');
      return worker;
    },
    until: (isTrue) =>
      waitUntil(() => {
        if (isClosed) throw new Error('The scene is closed.');
        return isTrue();
      }),
    async close(story) {
      isClosed = true;
      for (const worker of processes) {
        worker.kill('SIGCONT');
        worker.kill('SIGKILL');
        await worker.ended();
      }
      // The statements of the scenario must have ended first: closing the database has been seen to hang otherwise.
      await story.catch(() => undefined);
      await testDatabase.close();
    },
  };
}

/** Creates a receiver that does not respond to its first request, and a delivery to it that is in progress. */
async function deliverToSlowReceiver({ testDatabase: { database } }: Scene) {
  const held: (() => void)[] = [];
  const target = await receiver((response) => {
    if (target.requests.length === 1) held.push(() => response.end());
    else response.end();
  });
  const tenant = await createTenant(database);
  const webhook = await createWebhook(database, tenant.id, { url: target.url });
  const chat = await createChat(database, tenant.id);
  const change = () =>
    changeChatStatus(contextOf(database, tenant.id), { chatId: chat.id, status: 'closed' });
  const read = async () => {
    const [delivery] = await findDeliveries(database, webhook.id);
    if (!delivery) throw new Error('The webhook has no delivery');
    return delivery;
  };
  return { target, change, read, respondToFirst: () => held[0]?.() };
}

/** Sends two messages of one chat; the provider does not respond to the first. */
async function writeToSlowProvider({ testDatabase: { database } }: Scene) {
  const provider = await receiver((response) => {
    if (provider.requests.length > 1) response.end(JSON.stringify({ messages: [{ id: 'wamid.2' }] }));
  });
  const { id: tenantId } = await createTenant(database);
  const settings = { phoneNumberId: '1', baseUrl: `http://127.0.0.1:${provider.port}` };
  const secrets = { accessToken: 'token' };
  const channel = await createChannel(database, tenantId, { provider: 'whatsapp', settings, secrets });
  const openUntil = new Date(Date.now() + 3_600_000);
  const chat = await createChat(database, tenantId, { channelId: channel.id, openUntil });
  const context = contextOf(database, tenantId);
  for (const text of ['first', 'second']) {
    await sendMessage(context, { to: { chatId: chat.id }, text, publicUrl: 'https://parley.example' });
  }
  const read = () => database.prisma.message.findMany({ where: { chatId: chat.id }, orderBy: { id: 'asc' } });
  return { provider, read };
}

const idOf = (request: ReceivedRequest | undefined) => (request ? bodyOf(request).id : undefined);

const closing: (() => Promise<void>)[] = [];
// Each scenario waits a long time until a worker counts as dead or has stopped, so all run at the same time.
const stories = [killWorker, stopAndResumeWorker, askWorkerToStop];
let ends: PromiseSettledResult<void>[];

beforeAll(async () => {
  ends = await Promise.allSettled(
    stories.map(async (story) => {
      const scene = await openScene();
      const running = story(scene);
      closing.push(() => scene.close(running));
      await endInTime(story.name, running);
    }),
  );
});

afterAll(async () => {
  for (const close of closing) await close();
});

/** A scenario that hangs fails by itself, so that the others are reported separately. */
async function endInTime(name: string, story: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const say = () => reject(new Error(`${name} did not end within ${scenarioTimeoutMs / 1_000} s.`));
    timer = setTimeout(say, scenarioTimeoutMs);
  });
  try {
    await Promise.race([story, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function expectWellEnded(story: (scene: Scene) => Promise<void>): void {
  const end = ends[stories.indexOf(story)];
  if (end?.status !== 'fulfilled') throw end?.reason;
}

describe('a worker that dies in the middle of a delivery', () => {
  test('by kill -9: another worker continues all of its work within 30 s, and the log reports it', () =>
    expectWellEnded(killWorker));

  test('by SIGSTOP: when it resumes after its lease, it cannot overwrite what the other worker has written', () =>
    expectWellEnded(stopAndResumeWorker));
});

describe('a worker that is stopped', () => {
  test('releases running deliveries within seconds, without counting an attempt, and another worker sends them', () =>
    expectWellEnded(askWorkerToStop));
});

async function killWorker(scene: Scene): Promise<void> {
  const { target, change, read } = await deliverToSlowReceiver(scene);
  const second = await scene.startPausedWorker();
  const first = await scene.startWorker();
  await change();
  const messages = await writeToSlowProvider(scene);
  await scene.until(() => target.requests.length === 1 && messages.provider.requests.length === 1);
  second.kill('SIGCONT');
  first.kill('SIGKILL');
  const killedAt = performance.now();
  await scene.until(() => target.requests.length === 2 && messages.provider.requests.length === 2);
  expect(performance.now() - killedAt).toBeLessThan(30_000);
  // The provider may have the first message and must not get it twice; the next message does not wait.
  await scene.until(async () => (await messages.read()).at(-1)?.status === 'sent');
  expect(await messages.read()).toMatchObject([
    { text: 'first', status: 'failed', errors: [{ code: 'delivery_unknown' }] },
    { text: 'second', status: 'sent', vendorId: 'wamid.2' },
  ]);
  await scene.until(async () => (await read()).status === 'succeeded');
  expect(idOf(target.requests[1])).toBe(idOf(target.requests[0]));
  const { attempts, attemptCount } = await read();
  expect(attemptCount).toBe(2);
  expect(attempts.map(({ number, statusCode, error }) => [number, statusCode, error])).toEqual([
    [1, null, expect.stringContaining('not known')],
    [2, 200, null],
  ]);
  const workers = await scene.testDatabase.database.prisma.worker.findMany();
  expect(workers).toHaveLength(1);
}

async function stopAndResumeWorker(scene: Scene): Promise<void> {
  const { target, change, read, respondToFirst } = await deliverToSlowReceiver(scene);
  const other = await scene.startPausedWorker();
  const stopped = await scene.startWorker();
  await change();
  await scene.until(() => target.requests.length === 1);
  other.kill('SIGCONT');
  stopped.kill('SIGSTOP');
  await scene.until(async () => (await read()).status === 'succeeded');
  const before = await read();
  respondToFirst();
  stopped.kill('SIGCONT');
  await scene.until(() => stopped.output().includes('an attempt ended after its lease had expired'));
  expect(await read()).toEqual(before);
  expect(before.attempts).toHaveLength(2);
  // The worker is alive, so it is registered again.
  await scene.until(async () => (await scene.testDatabase.database.prisma.worker.count()) === 2);
  expect(other.output()).toContain('recovered the work of dead workers');
}

async function askWorkerToStop(scene: Scene): Promise<void> {
  const { target, change, read } = await deliverToSlowReceiver(scene);
  const leaving = await scene.startWorker();
  await change();
  await scene.until(() => target.requests.length === 1);
  leaving.kill('SIGTERM');
  expect(await leaving.ended()).toBe(0);
  // A process may have ended before all of its output has been read.
  await scene.until(() => leaving.output().includes('worker stopped'));
  // The time is measured by the clock of the worker, because a busy machine may deliver the signal and end the process
  // late.
  expect(timeOf(leaving, 'worker stopped') - timeOf(leaving, 'stopping')).toBeLessThan(12_000);
  expect(await read()).toMatchObject({
    status: 'pending',
    attemptCount: 0,
    leaseToken: null,
    attempts: [],
  });
  expect(await scene.testDatabase.database.prisma.worker.count()).toBe(0);
  await scene.startWorker();
  await scene.until(async () => (await read()).status === 'succeeded');
  expect(await read()).toMatchObject({ attemptCount: 1 });
}
