import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Webhook } from '@parley/database';
import type { WorkerDependencies } from '../../src/jobs/worker-dependencies.js';
import { deliverTask } from '../../src/webhooks/deliver-task.js';
import { addDelivery, isAttempted, makeDue } from '../support/add-delivery.js';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { bodyOf, type TestReceiver, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change, deliveriesOf, untilDelivery, readWebhook } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

describe('an attempt', () => {
  test('with a 2xx response ends the delivery and is logged with the beginning of the response', async () => {
    const target = await receiver((response) => response.writeHead(202).end('x'.repeat(10_000)));
    const webhook = await subscribe(target.url);
    await change(await chat());
    const delivery = await untilDelivery(webhook, ({ status }) => status === 'succeeded');
    expect(delivery).toMatchObject({
      attemptCount: 1,
      lastStatusCode: 202,
      nextAttemptAt: null,
      leaseToken: null,
    });
    expect(delivery.deliveredAt).toBeInstanceOf(Date);
    expect(delivery.attempts).toEqual([
      expect.objectContaining({ number: 1, statusCode: 202, error: null, responseBody: 'x'.repeat(4096) }),
    ]);
  });

  test('with the status 500, 302 or 404 is retried after 5 s ± 20 %, with the same event id', async () => {
    const subscribers = await Promise.all(
      [500, 302, 404].map(async (status) => {
        const target = await receiver((response) => {
          const isFirst = target.requests.length === 1;
          response.writeHead(isFirst ? status : 200, { location: '/elsewhere' }).end('no');
        });
        return { status, target, webhook: await subscribe(target.url) };
      }),
    );
    await change(await chat());
    // All webhooks wait for their second attempt at the same time.
    await Promise.all(subscribers.map(expectSecondAttempt));
  });

  test('waits as long as Retry-After requests', async () => {
    const target = await receiver((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    const webhook = await subscribe(target.url);
    await change(await chat());
    const failed = await untilDelivery(webhook, isAttempted);
    const pauseMs = Number(failed.nextAttemptAt) - Number(failed.updatedAt);
    expect(pauseMs).toBeGreaterThanOrEqual(3_590_000);
    expect(pauseMs).toBeLessThanOrEqual(3_601_000);
    const jobs = await running.database.pool.query(
      `select extract(epoch from run_at - now())::float as wait from graphile_worker.jobs where key = $1`,
      [`deliver:${failed.id}`],
    );
    expect(jobs.rows).toEqual([{ wait: expect.closeTo(3_600, -2) }]);
  });

  test('waits until the date in Retry-After, although the clock of the machine is ahead', async () => {
    // Later than this, the jobs would not be due, because the clock of the queue does not move.
    running.advance(-600_000);
    try {
      const date = () => new Date(running.now().getTime() + 300_000).toUTCString();
      const target = await receiver((response) => response.writeHead(429, { 'retry-after': date() }).end());
      const webhook = await subscribe(target.url);
      await change(await chat());
      const failed = await untilDelivery(webhook, isAttempted);
      const pauseMs = Number(failed.nextAttemptAt) - Number(failed.updatedAt);
      expect(pauseMs).toBeGreaterThanOrEqual(290_000);
      expect(pauseMs).toBeLessThanOrEqual(310_000);
    } finally {
      running.advance(600_000);
    }
  });

  test('that fails as the last one ends the delivery as failed', async () => {
    const target = await receiver((response) => response.writeHead(500).end());
    const webhook = await subscribe(target.url);
    await change(await chat());
    const first = await untilDelivery(webhook, isAttempted);
    await makeDue(running, first.id, 9);
    const last = await untilDelivery(webhook, ({ status }) => status === 'failed');
    expect(last).toMatchObject({ attemptCount: 10, nextAttemptAt: null });
  });

  test('to an address that is not allowed is logged with the reason', async () => {
    const webhook = await subscribe('http://10.0.0.1/');
    await change(await chat());
    const failed = await untilDelivery(webhook, isAttempted);
    expect(failed.attempts[0]).toMatchObject({
      statusCode: null,
      error: expect.stringContaining('10.0.0.1'),
    });
  });
});

interface Subscriber {
  /** The status of the first response. */
  readonly status: number;
  readonly target: TestReceiver;
  readonly webhook: Webhook;
}

async function expectSecondAttempt({ status, target, webhook }: Subscriber): Promise<void> {
  const failed = await untilDelivery(webhook, isAttempted);
  expect(failed).toMatchObject({ status: 'pending', attemptCount: 1, lastStatusCode: status });
  // The pause of four to six seconds begins between the response and the record. The clock can be set back meanwhile.
  const [attempt] = failed.attempts;
  const endedAtMs = Number(attempt?.startedAt) + Number(attempt?.durationMs);
  expect(Number(failed.nextAttemptAt) - endedAtMs).toBeGreaterThanOrEqual(2_500);
  expect(Number(failed.nextAttemptAt) - Number(failed.updatedAt)).toBeLessThanOrEqual(7_500);
  expect((await readWebhook(webhook)).failingSince).toBeInstanceOf(Date);

  await makeDue(running, failed.id, failed.attemptCount);
  const done = await untilDelivery(webhook, ({ status: now }) => now === 'succeeded');
  expect(done.attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual([
    [1, status],
    [2, 200],
  ]);
  expect((await readWebhook(webhook)).failingSince).toBeNull();
  const [first, second] = target.requests.map(bodyOf);
  expect(first?.id).toBe(second?.id);
}

describe('a delivery that no worker can start', () => {
  test('ends as failed with a log entry, and is not enqueued again', async () => {
    const webhook = await subscribe('http://127.0.0.1:1/', { status: 'active' });
    const id = await addDelivery(running, webhook.id);
    const { database, tenant, now } = running;
    const job = { tenantId: tenant.id, deliveryId: id };
    // A dead job uses no other part of the worker.
    await deliverTask.onDead?.(job, { database, now } as WorkerDependencies);
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ status: 'failed', attemptCount: 1, nextAttemptAt: null });
    expect(delivery?.attempts).toMatchObject([
      { number: 1, error: expect.stringContaining('internal error') },
    ]);
  });
});
