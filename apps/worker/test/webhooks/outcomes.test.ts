import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { newId, updateWebhook } from '@parley/core';
import type { Webhook } from '@parley/database';
import type { WorkerDependencies } from '../../src/jobs/worker-dependencies.js';
import { deliverTask } from '../../src/webhooks/deliver-task.js';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { bodyOf, type TestReceiver, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';
import { waitUntil } from '../support/wait-until.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change, deliveriesOf, untilDelivery, readWebhook } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

const isAttempted = ({ attempts, status }: { attempts: unknown[]; status: string }) =>
  attempts.length > 0 && status !== 'delivering';

describe('an attempt', () => {
  test('that is answered 2xx ends the delivery and is logged with the beginning of the answer', async () => {
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

  test('that is answered 500, 302 or 404 is made again after 5 s ± 20 %, with the same event id', async () => {
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
    // All of them wait at the same time.
    await Promise.all(subscribers.map(expectSecondAttempt));
  });

  test('waits as long as Retry-After asks', async () => {
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

  test('that is the last one ends the delivery as failed', async () => {
    const target = await receiver((response) => response.writeHead(500).end());
    const webhook = await subscribe(target.url);
    await change(await chat());
    const first = await untilDelivery(webhook, isAttempted);
    await makeDue(first.id, 9);
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
  /** Of the first answer. */
  readonly status: number;
  readonly target: TestReceiver;
  readonly webhook: Webhook;
}

async function expectSecondAttempt({ status, target, webhook }: Subscriber): Promise<void> {
  const failed = await untilDelivery(webhook, isAttempted);
  expect(failed).toMatchObject({ status: 'pending', attemptCount: 1, lastStatusCode: status });
  const pauseMs = Number(failed.nextAttemptAt) - Number(failed.updatedAt);
  expect(pauseMs).toBeGreaterThanOrEqual(3_900);
  expect(pauseMs).toBeLessThanOrEqual(6_100);
  expect((await readWebhook(webhook)).failingSince).toBeInstanceOf(Date);

  const done = await untilDelivery(webhook, ({ status: now }) => now === 'succeeded');
  expect(done.attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual([
    [1, status],
    [2, 200],
  ]);
  expect((await readWebhook(webhook)).failingSince).toBeNull();
  const [first, second] = target.requests.map(bodyOf);
  expect(first?.id).toBe(second?.id);
}

/** One without a job. */
async function addDelivery(webhookId: string): Promise<string> {
  const { database, tenant } = running;
  const event = await database.prisma.event.create({
    data: { tenantId: tenant.id, id: newId(), type: 'chat.updated', data: {} },
  });
  const id = newId();
  await database.prisma.delivery.create({
    data: { tenantId: tenant.id, id, eventId: event.id, webhookId, eventType: 'chat_updated' },
  });
  return id;
}

/** As if the delivery had been tried this often and its next attempt were due. */
async function makeDue(deliveryId: string, attemptCount: number): Promise<void> {
  const { pool } = running.database;
  await pool.query('update deliveries set attempt_count = $2, next_attempt_at = now() where id = $1', [
    deliveryId,
    attemptCount,
  ]);
  const payload = JSON.stringify({ tenantId: running.tenant.id, deliveryId });
  await pool.query(`select graphile_worker.add_job('deliver', $1::json, job_key := $2)`, [
    payload,
    `deliver:${deliveryId}`,
  ]);
}

describe('a delivery that no worker can begin', () => {
  test('ends as failed with an entry that says so, and is not called again', async () => {
    const webhook = await subscribe('http://127.0.0.1:1/', { status: 'active' });
    const id = await addDelivery(webhook.id);
    const { database, tenant, now } = running;
    const job = { tenantId: tenant.id, deliveryId: id };
    // Giving up uses no other part of the worker.
    await deliverTask.onDead?.(job, { database, now } as WorkerDependencies);
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ status: 'failed', attemptCount: 1, nextAttemptAt: null });
    expect(delivery?.attempts).toMatchObject([{ number: 1, error: expect.stringContaining('fault of the') }]);
  });
});

describe('a webhook that failed again and again', () => {
  test('gets what was held back soon when it is well again, and not in its turns', async () => {
    let isWell = false;
    const target = await receiver((response) => response.writeHead(isWell ? 200 : 503).end());
    const webhook = await subscribe(target.url);
    for (let count = 0; count < 5; count += 1) await change(await chat());
    await waitUntil(async () => (await deliveriesOf(webhook)).filter(isAttempted).length === 5);
    const resting = await chat();
    await change(resting);
    await untilHeldBack(webhook);
    isWell = true;
    await waitUntil(() => target.requests.some((request) => bodyOf(request).data.id === resting.id));
  });

  /** As the last of a large backlog. */
  async function untilHeldBack(webhook: Webhook): Promise<void> {
    await waitUntil(async () => {
      const { rowCount } = await running.database.pool.query(
        `with held_back as (
           update deliveries set next_attempt_at = next_attempt_at + interval '1 hour'
           where webhook_id = $1 and status = 'pending' and attempt_count = 0 and next_attempt_at > now() returning id
         )
         update graphile_worker._private_jobs set run_at = run_at + interval '1 hour'
         where key in (select 'deliver:' || id from held_back)`,
        [webhook.id],
      );
      return rowCount === 1;
    });
  }
});

describe('a webhook', () => {
  test('does not count as failing when the fault was ours', async () => {
    const target = await receiver();
    const webhook = await subscribe(target.url);
    // Its data is no chat, which no body can be made of.
    const id = await addDelivery(webhook.id);
    await makeDue(id, 0);
    const failed = await untilDelivery(webhook, isAttempted);
    expect(failed).toMatchObject({
      status: 'pending',
      attempts: [{ error: 'The event could not be sent.' }],
    });
    expect(target.requests).toEqual([]);
    expect((await readWebhook(webhook)).failingSince).toBeNull();
  });

  test('that answers 410 is disabled, what waits for it is canceled, and nobody is told by webhook', async () => {
    let answer = 500;
    const target = await receiver((response) => response.writeHead(answer).end());
    const bystander = await receiver();
    const everything = await subscribe(bystander.url, { events: [{}] });
    const webhook = await subscribe(target.url);
    await change(await chat());
    await untilDelivery(webhook, isAttempted);
    answer = 410;
    await change(await chat());
    await waitUntil(async () => (await readWebhook(webhook)).status === 'disabled');
    const deliveries = await deliveriesOf(webhook);
    expect(deliveries.map(({ status }) => status)).toEqual(['canceled', 'failed']);
    const events = await running.database.prisma.event.findMany({ where: { type: 'api_webhook.disabled' } });
    expect(events).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ id: webhook.id, reason: 'gone' }) }),
    ]);
    expect(
      running.logs.some((line) => line.includes('a webhook was disabled') && line.includes(webhook.id)),
    ).toBe(true);
    await waitUntil(async () =>
      (await deliveriesOf(everything)).every(({ status }) => status === 'succeeded'),
    );
    expect(bystander.requests.map((request) => bodyOf(request).event)).toEqual([
      'chat.updated',
      'chat.updated',
    ]);
  });

  test('that has failed for five days is disabled; made active again it gets events again', async () => {
    let answer = 500;
    const target = await receiver((response) => response.writeHead(answer).end());
    const day = 24 * 60 * 60 * 1_000;
    const failingSince = new Date(running.now().getTime() - 5 * day);
    const webhook = await subscribe(target.url, { failingSince });
    const subject = await chat();
    await change(subject);
    await waitUntil(async () => (await readWebhook(webhook)).status === 'disabled');
    const events = await running.database.prisma.event.findMany({ where: { type: 'api_webhook.disabled' } });
    expect(events.at(-1)).toMatchObject({ data: { id: webhook.id, reason: 'failing' } });

    answer = 200;
    const context = { database: running.database, tenantId: running.tenant.id, now: running.now };
    await updateWebhook(context, { webhookId: webhook.id, status: 'active' });
    expect((await readWebhook(webhook)).failingSince).toBeNull();
    await change(subject);
    await waitUntil(async () => (await deliveriesOf(webhook)).some(({ status }) => status === 'succeeded'));
  });

  test('that has failed for a little less stays active', async () => {
    const target = await receiver((response) => response.writeHead(500).end());
    const failingSince = new Date(running.now().getTime() - 4.9 * 24 * 60 * 60 * 1_000);
    const webhook = await subscribe(target.url, { failingSince });
    await change(await chat());
    await untilDelivery(webhook, isAttempted);
    expect(await readWebhook(webhook)).toMatchObject({ status: 'active', failingSince });
  });

  test('that was switched off gets nothing of what was waiting: it is canceled', async () => {
    const target = await receiver();
    const webhook = await subscribe(target.url, { status: 'inactive' });
    await makeDue(await addDelivery(webhook.id), 0);
    const canceled = await untilDelivery(webhook, ({ status }) => status !== 'pending');
    expect(canceled).toMatchObject({ status: 'canceled', attempts: [], nextAttemptAt: null });
    expect(target.requests).toEqual([]);
  });
});
