import { describe, expect, test } from '@jest/globals';
import type { DeliveryStatus, Webhook } from '@parley/database';
import {
  claimDeliveries,
  type DeliveryRecord,
  deleteWebhook,
  deliveriesOf,
  enqueueOverdueDeliveries,
  newId,
  recordAttempts,
  recoverDeliveries,
  type SearchResult,
  search,
} from '../src/index.js';
import { createDelivery, createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

const addWebhook = () => createWebhook(worlds.database, worlds.own.tenant.id);

const addDelivery = (webhook: Webhook, status: DeliveryStatus = 'pending') =>
  createDelivery(worlds.database, webhook, { status, attemptCount: 0, nextAttemptAt: new Date() });

/** Returns the lists in which a delivery is, with its status there. */
async function listedAs({ id }: { id: string }): Promise<string[]> {
  const { rows } = await worlds.database.pool.query<{ entry: string }>(
    `select 'unfinished: ' || status as entry from unfinished_deliveries where delivery_id = $1
     union all select 'unsuccessful: ' || status from unsuccessful_deliveries where delivery_id = $1`,
    [id],
  );
  return rows.map(({ entry }) => entry);
}

async function claim({
  tenantId,
  id: deliveryId,
  eventId,
}: {
  tenantId: string;
  id: string;
  eventId: string;
}) {
  const leaseToken = newId();
  const options = { now: new Date(), leaseMs: 60_000 };
  const {
    claimed: [claimed],
  } = await claimDeliveries(worlds.database, [{ tenantId, eventId, deliveryId, leaseToken }], options);
  if (!claimed) throw new Error('The delivery was not claimed');
  return claimed;
}

async function finish(
  claimed: Awaited<ReturnType<typeof claim>>,
  status: 'succeeded' | 'failed' | 'pending',
): Promise<void> {
  const now = new Date();
  const attempt = { startedAt: now, durationMs: 1, statusCode: 200, error: null, responseBody: null };
  const nextAttemptAt = status === 'pending' ? now : null;
  const record = { ...claimed, ...attempt, status, nextAttemptAt, affectsHealth: false };
  await recordAttempts(worlds.database, [record], { now });
}

describe('the lists of deliveries', () => {
  test('follow a delivery from its creation to its end, and through a retry', async () => {
    const webhook = await addWebhook();
    const delivery = await addDelivery(webhook);
    expect(await listedAs(delivery)).toEqual(['unfinished: pending']);
    const first = await claim(delivery);
    expect(await listedAs(delivery)).toEqual(['unfinished: delivering']);
    await finish(first, 'pending');
    expect(await listedAs(delivery)).toEqual(['unfinished: pending']);
    await finish(await claim(delivery), 'succeeded');
    expect(await listedAs(delivery)).toEqual([]);
  });

  test('contain a delivery that has failed, until it is deleted', async () => {
    const webhook = await addWebhook();
    const delivery = await addDelivery(webhook);
    await finish(await claim(delivery), 'failed');
    expect(await listedAs(delivery)).toEqual(['unsuccessful: failed']);
    await deleteWebhook(worlds.context(), webhook.id);
    expect(await listedAs(delivery)).toEqual([]);
  });
});

test('the delivery of a dead worker is recovered before its lease expires', async () => {
  const delivery = await addDelivery(await addWebhook());
  const { leaseToken } = await claim(delivery);
  const { sql } = worlds.database;
  const recovery = { deadWorkerIds: [leaseToken], maxAttempts: 9, now: new Date() };
  expect(await recoverDeliveries(sql, recovery)).toBe(1);
  expect(await listedAs(delivery)).toEqual(['unfinished: pending']);
  expect(await recoverDeliveries(sql, recovery)).toBe(0);
});

test('a delivery that has been due for an hour gets a job', async () => {
  const inAnHour = new Date(Date.now() + 61 * 60 * 1_000);
  await addDelivery(await addWebhook());
  expect(await enqueueOverdueDeliveries(worlds.database, inAnHour, worlds.sizes)).toBeGreaterThan(0);
});

describe('a delivery whose status an operator has changed in SQL', () => {
  const setStatus = (delivery: { tenantId: string; id: string }, status: DeliveryStatus) =>
    worlds.database.pool.query(
      `update deliveries set status = $3::delivery_status where tenant_id = $1 and id = $2`,
      [delivery.tenantId, delivery.id, status],
    );

  test('from failed to pending gets a job at the next maintenance, is sent, and is found as it is', async () => {
    const webhook = await addWebhook();
    const delivery = await addDelivery(webhook);
    await finish(await claim(delivery), 'failed');
    await setStatus(delivery, 'pending');
    expect(await enqueueOverdueDeliveries(worlds.database, new Date(), worlds.sizes)).toBe(1);
    const claimed = await claim(delivery);
    expect(claimed.attemptNumber).toBe(2);
    await finish(claimed, 'succeeded');
    expect(await enqueueOverdueDeliveries(worlds.database, new Date(), worlds.sizes)).toBe(0);
    const find = (query: string) => search(worlds.context(), deliveriesOf(webhook.id), { query });
    expect(await find('eq(status,"failed")')).toMatchObject({ total: 0 });
    expect(await find('eq(status,"succeeded")')).toMatchObject({ total: 1 });
  });

  test('to delivering is recovered, because nobody has its lease', async () => {
    const delivery = await addDelivery(await addWebhook());
    await setStatus(delivery, 'delivering');
    const recovery = { deadWorkerIds: [], maxAttempts: 9, now: new Date() };
    expect(await recoverDeliveries(worlds.database.sql, recovery)).toBe(1);
    expect(await listedAs(delivery)).toEqual(['unfinished: pending']);
  });
});

describe('searching deliveries by status', () => {
  const statuses = ['pending', 'delivering', 'succeeded', 'failed', 'canceled'] as const;

  async function addOneOfEach(): Promise<Webhook> {
    const webhook = await addWebhook();
    for (const status of statuses.toReversed()) {
      await addDelivery(webhook, status);
      await addDelivery(webhook, status);
    }
    return webhook;
  }

  const found = async (webhook: Webhook, request: Parameters<typeof search>[2]) => {
    const { records, total } = await search(worlds.context(), deliveriesOf(webhook.id), request);
    return { total, statuses: records.map(({ status }) => status) };
  };

  test.each([
    { query: 'eq(status,"pending")', expected: ['pending'] },
    { query: 'ne(status,"succeeded")', expected: ['pending', 'delivering', 'failed', 'canceled'] },
    { query: 'not(in(status,pending,failed))', expected: ['delivering', 'succeeded', 'canceled'] },
    { query: 'gt(status,"succeeded")', expected: ['failed', 'canceled'] },
    { query: 'lte(status,"delivering")', expected: ['pending', 'delivering'] },
    { query: 'contains(status,"ed")', expected: ['succeeded', 'failed', 'canceled'] },
    { query: 'startsWith(status,"x")', expected: [] },
    { query: 'or(eq(status,"failed"),isNull(status))', expected: ['failed'] },
    { query: 'not(eq(status,null))', expected: statuses },
  ])('$query', async ({ query, expected }) => {
    const webhook = await addOneOfEach();
    expect(await found(webhook, { query, sortBy: 'status' })).toEqual({
      total: 2 * expected.length,
      statuses: expected.flatMap((status) => [status, status]),
    });
  });

  test.each(['asc', 'desc'])(
    'pages sorted by status (%s) follow each other without a gap',
    async (direction) => {
      const webhook = await addOneOfEach();
      const sortBy = `status:${direction}`;
      const whole = await search(worlds.context(), deliveriesOf(webhook.id), { sortBy });
      const ids = whole.records.map(({ id }) => id);
      const byNumber: string[] = [];
      const byCursor: string[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < 4; page += 1) {
        const numbered = await search(worlds.context(), deliveriesOf(webhook.id), {
          sortBy,
          pagination: { page, limit: 3 },
        });
        const after: SearchResult<DeliveryRecord> = await search(worlds.context(), deliveriesOf(webhook.id), {
          sortBy,
          pagination: { cursor, limit: 3 },
        });
        byNumber.push(...numbered.records.map(({ id }) => id));
        byCursor.push(...after.records.map(({ id }) => id));
        cursor = after.nextCursor ?? null;
      }
      const order = direction === 'asc' ? statuses : statuses.toReversed();
      expect(whole.records.map(({ status }) => status)).toEqual(order.flatMap((status) => [status, status]));
      expect(byNumber).toEqual(ids);
      expect(byCursor).toEqual(ids);
    },
  );
});
