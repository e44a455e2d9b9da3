import { describe, expect, jest, test } from '@jest/globals';
import {
  callOverdueDeliveries,
  claimDeliveries,
  type DeliveryToClaim,
  deleteWebhook,
  disableWebhook,
  handBackDeliveries,
  hastenDeliveries,
  newId,
  recordAttempts,
  recoverDeliveries,
  settleUnclaimed,
} from '../src/index.js';
import { createTenant, createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

jest.setTimeout(120_000);

const worlds = useWorlds();
const now = new Date('2026-11-14T09:30:00.000Z');
const inAMinute = new Date(now.getTime() + 60_000);
const leaseMs = 60_000;

/** Deliveries of a new webhook that are due; the later their id, the longer they have been. */
async function pileUp(count: number) {
  const { database } = worlds;
  const { id: tenantId } = await createTenant(database);
  const { id: webhookId } = await createWebhook(database, tenantId);
  await database.pool.query(
    `with event as (
       insert into events (tenant_id, id, type, data)
       select $1, gen_random_uuid(), 'chat.updated', '{}' from generate_series(1, $3::int) returning id
     ), entry as (
       select id as event_id, gen_random_uuid() as id from event
     )
     insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, next_attempt_at)
     select $1, id, event_id, $2, 'chat.updated',
       $4::timestamptz - interval '2 hours' - row_number() over (order by id) * interval '1 second' from entry`,
    [tenantId, webhookId, count, now],
  );
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from deliveries where tenant_id = $1 order by id',
    [tenantId],
  );
  const asked = () => rows.map(({ id }) => ({ tenantId, deliveryId: id, leaseToken: newId() }));
  return { tenantId, webhookId, asked };
}

const released = (asked: readonly DeliveryToClaim[]) =>
  asked.map((delivery) => ({ ...delivery, nextAttemptAt: inAMinute }));

const failed = (asked: readonly DeliveryToClaim[], webhookId: string) =>
  asked.map((delivery) => ({
    ...delivery,
    webhookId,
    startedAt: now,
    durationMs: 1,
    statusCode: null,
    error: 'refused',
    responseBody: null,
    status: 'pending' as const,
    nextAttemptAt: inAMinute,
    isTelling: true,
  }));

async function countDeadlocks(): Promise<number> {
  await worlds.database.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await worlds.database.pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.deadlocks);
}

describe('releasing deliveries while the queue completes the jobs that claimed them', () => {
  test('waits for none of those jobs: they gave up their keys when they were taken', async () => {
    const { database } = worlds;
    const { asked } = await pileUp(2);
    const claimed = asked();
    await claimDeliveries(database, claimed, { now, leaseMs });
    await handBackDeliveries(database, released(claimed), now);
    // What the queue does when it takes jobs.
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
      // It would wait for ever, since the completion is not committed before.
      await handBackDeliveries(database, released(again), inAMinute);
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

describe('statements that write many deliveries and their jobs in opposing orders', () => {
  test('never lock one another out, whichever of them meet', async () => {
    const { database } = worlds;
    const before = await countDeadlocks();
    for (let round = 0; round < 15; round += 1) {
      const { tenantId, webhookId, asked } = await pileUp(300);
      const forward = asked();
      const backward = asked().reverse();
      const settled: PromiseSettledResult<unknown>[] = await Promise.allSettled([
        claimDeliveries(database, forward, { now, leaseMs }),
        claimDeliveries(database, backward, { now, leaseMs }),
        callOverdueDeliveries(database, now),
        settleUnclaimed(database, backward, now),
      ]);
      settled.push(
        ...(await Promise.allSettled([
          handBackDeliveries(database, released(forward.slice(0, 200)), now),
          handBackDeliveries(database, released([...forward.slice(0, 200)].reverse()), now),
          recordAttempts(database, failed(backward, webhookId), now),
          recordAttempts(database, failed([...forward].reverse(), webhookId), now),
          recoverDeliveries(database.sql, { deadWorkerIds: [], maxAttempts: 9, now: inAMinute }),
          hastenDeliveries(database, { tenantId, webhookId, now, spacingMs: 10 }),
        ])),
        ...(await Promise.allSettled([
          settleUnclaimed(database, forward, now),
          settleUnclaimed(database, backward, now),
          hastenDeliveries(database, { tenantId, webhookId, now, spacingMs: 10 }),
          disableWebhook(database, { tenantId, webhookId, reason: 'gone', failingBefore: now, now }),
          recordAttempts(database, failed(forward, webhookId), now),
          deleteWebhook({ ...worlds.context(), tenantId }, webhookId),
        ])),
      );
      expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
    expect(await countDeadlocks()).toBe(before);
  });
});
