import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { startWorkerProcess } from '../support/start-worker-process.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';
import { waitUntil } from '../support/wait-until.js';
import { startRunsOf } from './start-runs.js';

jest.setTimeout(120_000);

const running = useWorker();
const { receiver } = useReceivers();
const start = startRunsOf(running);

describe('a worker process that is killed in the middle of a run', () => {
  const stopping: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(stopping.map((stop) => stop())));

  test('another worker continues the run within 30 s; the message before the call is sent once', async () => {
    const { database, url, worker } = running;
    await worker.stop();
    const process = await startWorkerProcess(url);
    stopping.push(() => process.ended());
    const target = await receiver((response) => {
      // The first call never gets a response: the worker is killed while it waits.
      if (target.requests.length > 1) response.end();
    });
    const { until, messages } = await start([
      { type: 'send_message', text: 'before' },
      { type: 'call_webhook', url: target.url },
      { type: 'send_message', text: 'after' },
    ]);
    await waitUntil(() => target.requests.length === 1);
    process.kill('SIGKILL');
    const killedAtMs = performance.now();
    await worker.start();
    const { steps } = await until('completed');
    expect(performance.now() - killedAtMs).toBeLessThan(30_000);
    expect(steps.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect((await messages()).map(({ text }) => text)).toEqual(['before', 'after']);
    expect(await database.prisma.message.count({ where: { text: 'before' } })).toBe(1);
    const keys = target.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });
});
