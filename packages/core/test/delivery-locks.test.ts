import { describe, expect, jest, test } from '@jest/globals';
import { claimDeliveries, deleteWebhook, releaseDeliveries } from '../src/index.js';
import {
  between,
  countDeadlocks,
  inAMinute,
  insertDelivery,
  lockDelivery,
  now,
  pileUp,
  released,
  untilWaitingFor,
} from './delivery-queue.js';
import { describeOpposingOrders } from './describe-opposing-orders.js';
import { useWorlds } from './use-worlds.js';

jest.setTimeout(120_000);

const worlds = useWorlds();
const { database } = worlds;
const leaseMs = 60_000;

describe('releasing deliveries while the queue completes the jobs that claimed them', () => {
  test('waits for none of those jobs: they released their keys when they were claimed', async () => {
    const { asked } = await pileUp(database, 2);
    const claimed = asked();
    await claimDeliveries(database, claimed, { now, leaseMs });
    await releaseDeliveries(database, released(claimed), { now });
    // The statement with which the queue claims jobs.
    const { rows: taken } = await database.pool.query<{ id: string; key: string | null }>(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool', attempts = attempts + 1
       where key = any ($1::text[]) returning id, key`,
      [claimed.map(({ deliveryId }) => `deliver:${deliveryId}`)],
    );
    expect(taken.map(({ key }) => key)).toEqual([null, null]);
    const again = asked();
    await claimDeliveries(database, again, { now: inAMinute, leaseMs });

    const queue = await database.pool.connect();
    try {
      await queue.query('begin');
      await queue.query('delete from graphile_worker._private_jobs where id = any ($1::bigint[])', [
        taken.map(({ id }) => id),
      ]);
      // A release that needed a lock on one of those jobs would wait forever, because the deletion is committed only
      // afterwards.
      await releaseDeliveries(database, released(again), { now: inAMinute });
    } finally {
      await queue.query('commit');
      queue.release();
    }
    const { rows } = await database.pool.query<{ key: string }>(
      'select key from graphile_worker._private_jobs where key = any ($1::text[])',
      [claimed.map(({ deliveryId }) => `deliver:${deliveryId}`)],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('deleting a webhook', () => {
  test('locks deliveries in their order, including those that were added while it waited for the webhook', async () => {
    const before = await countDeadlocks(database);
    const place = await pileUp(database, 1);
    const [adder, claimer] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await adder.query('begin');
      await insertDelivery(adder, place);
      const deleting = deleteWebhook({ ...worlds.context(), tenantId: place.tenantId }, place.webhookId);
      await untilWaitingFor(database, adder);
      // The cascade would start with the higher id.
      const low = await insertDelivery(database.pool, place, { isLast: true });
      const high = await insertDelivery(database.pool, place);
      await claimer.query('begin');
      await claimer.query(lockDelivery, [low]);
      await adder.query('commit');
      await untilWaitingFor(database, claimer);
      await claimer.query(lockDelivery, [high]);
      await claimer.query('commit');
      expect(await deleting).toMatchObject({ deletedIds: [place.webhookId] });
    } finally {
      adder.release();
      claimer.release();
    }
    expect(await countDeadlocks(database)).toBe(before);
  });

  test('locks the resends of a batch in the same order', async () => {
    const before = await countDeadlocks(database);
    const place = await pileUp(database, 700);
    const [original = '', next = '', later = ''] = [0, 1, 400].map((at) => place.asked()[at]?.deliveryId);
    const claimer = await database.pool.connect();
    try {
      // The id of the resend lies between two ids of the first batch, but the resend is in a later batch.
      const resend = between(original, next);
      await insertDelivery(database.pool, place, { id: resend, isLast: true, resendOfId: original });
      await claimer.query('begin');
      await claimer.query(lockDelivery, [resend]);
      const deleting = deleteWebhook({ ...worlds.context(), tenantId: place.tenantId }, place.webhookId);
      await untilWaitingFor(database, claimer);
      await claimer.query(lockDelivery, [later]);
      await claimer.query('commit');
      expect(await deleting).toMatchObject({ deletedIds: [place.webhookId] });
    } finally {
      claimer.release();
    }
    expect(await countDeadlocks(database)).toBe(before);
  });
});

describeOpposingOrders(worlds, 2);
