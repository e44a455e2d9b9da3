import { describe, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import type { DeliveryToClaim } from '../src/deliveries/claim-deliveries.js';
import {
  claimDeliveries,
  deleteWebhook,
  disableWebhook,
  enqueueOverdueDeliveries,
  expediteDeliveries,
  newId,
  recordAttempts,
  recoverDeliveries,
  releaseDeliveries,
  resendDeliveries,
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
    affectsHealth: true,
  }));

interface NewDelivery {
  readonly id?: string;
  /** Behind the others in every index by which those of a webhook are found, whatever its id. */
  readonly isLast?: boolean;
  readonly resendOfId?: string | null;
}

/** Adds a delivery of a new event. */
async function insertDelivery(
  client: pg.Pool | pg.PoolClient,
  { tenantId, webhookId }: { tenantId: string; webhookId: string },
  { id = newId(), isLast = false, resendOfId = null }: NewDelivery = {},
): Promise<string> {
  const type = isLast ? 'contact.updated' : 'chat.updated';
  const status = isLast ? 'delivering' : 'pending';
  const createdAt = new Date(Date.now() + (isLast ? 86_400_000 : 0));
  await client.query(
    `with event as (
       insert into events (tenant_id, id, type, data) values ($1, gen_random_uuid(), $4::text, '{}') returning id
     )
     insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status, created_at, next_attempt_at, resend_of_id)
     select $1, $3, event.id, $2, $4::text::delivery_event, $5::delivery_status, $6, $6, $7 from event`,
    [tenantId, webhookId, id, type, status, createdAt, resendOfId],
  );
  return id;
}

/** As every statement does that writes deliveries. */
const lockDelivery = 'select from deliveries where id = $1 for no key update';

/** Resolves when somebody waits for a lock that this connection holds. */
async function untilWaitingFor(holder: pg.PoolClient): Promise<void> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waiting = `select from pg_stat_activity
    where datname = current_database() and $1::int = any (pg_blocking_pids(pid))`;
  while ((await worlds.database.pool.query(waiting, [rows[0]?.pid])).rowCount === 0);
}

/** An id that is greater than the first and less than the second. */
function between(low: string, high: string): string {
  const numberOf = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`);
  const digits = ((numberOf(low) + numberOf(high)) / 2n).toString(16).padStart(32, '0');
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

async function countDeadlocks(): Promise<number> {
  await worlds.database.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await worlds.database.pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.deadlocks);
}

describe('releasing deliveries while the queue completes the jobs that claimed them', () => {
  test('waits for none of those jobs: they released their keys when they were claimed', async () => {
    const { database } = worlds;
    const { asked } = await pileUp(2);
    const claimed = asked();
    await claimDeliveries(database, claimed, { now, leaseMs });
    await releaseDeliveries(database, released(claimed), now);
    // What the queue does when it claims jobs.
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
      await releaseDeliveries(database, released(again), inAMinute);
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
  test('locks deliveries in their order, also those that were added while it waited for the webhook', async () => {
    const { database } = worlds;
    const before = await countDeadlocks();
    const place = await pileUp(1);
    const [adder, claimer] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await adder.query('begin');
      await insertDelivery(adder, place);
      const deleting = deleteWebhook({ ...worlds.context(), tenantId: place.tenantId }, place.webhookId);
      await untilWaitingFor(adder);
      // The cascade would begin with the one that has the higher id.
      const low = await insertDelivery(database.pool, place, { isLast: true });
      const high = await insertDelivery(database.pool, place);
      await claimer.query('begin');
      await claimer.query(lockDelivery, [low]);
      await adder.query('commit');
      await untilWaitingFor(claimer);
      await claimer.query(lockDelivery, [high]);
      await claimer.query('commit');
      expect(await deleting).toMatchObject({ deletedIds: [place.webhookId] });
    } finally {
      adder.release();
      claimer.release();
    }
    expect(await countDeadlocks()).toBe(before);
  });

  test('locks the resends of a batch in the same order', async () => {
    const { database } = worlds;
    const before = await countDeadlocks();
    const place = await pileUp(700);
    const [original = '', next = '', later = ''] = [0, 1, 400].map((at) => place.asked()[at]?.deliveryId);
    const claimer = await database.pool.connect();
    try {
      // Its id stands between two of the first portion, but it is in a later one.
      const resend = between(original, next);
      await insertDelivery(database.pool, place, { id: resend, isLast: true, resendOfId: original });
      await claimer.query('begin');
      await claimer.query(lockDelivery, [resend]);
      const deleting = deleteWebhook({ ...worlds.context(), tenantId: place.tenantId }, place.webhookId);
      await untilWaitingFor(claimer);
      await claimer.query(lockDelivery, [later]);
      await claimer.query('commit');
      expect(await deleting).toMatchObject({ deletedIds: [place.webhookId] });
    } finally {
      claimer.release();
    }
    expect(await countDeadlocks()).toBe(before);
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
        enqueueOverdueDeliveries(database, now),
        settleUnclaimed(database, backward, now),
      ]);
      settled.push(
        ...(await Promise.allSettled([
          releaseDeliveries(database, released(forward.slice(0, 200)), now),
          releaseDeliveries(database, released([...forward.slice(0, 200)].reverse()), now),
          recordAttempts(database, failed(backward, webhookId), now),
          recordAttempts(database, failed([...forward].reverse(), webhookId), now),
          recoverDeliveries(database.sql, { deadWorkerIds: [], maxAttempts: 9, now: inAMinute }),
          expediteDeliveries(database, { tenantId, webhookId, now, spacingMs: 10 }),
        ])),
        ...(await Promise.allSettled([
          settleUnclaimed(database, forward, now),
          settleUnclaimed(database, backward, now),
          expediteDeliveries(database, { tenantId, webhookId, now, spacingMs: 10 }),
          disableWebhook(database, { tenantId, webhookId, reason: 'gone', failingBefore: now, now }),
          recordAttempts(database, failed(forward, webhookId), now),
          deleteWebhook({ ...worlds.context(), tenantId }, webhookId),
        ])),
      );
      expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
    expect(await countDeadlocks()).toBe(before);
  });

  test('never lock one another out while deliveries are added and sent again and their webhook is deleted', async () => {
    const { database } = worlds;
    const before = await countDeadlocks();
    for (let round = 0; round < 6; round += 1) {
      const { tenantId, webhookId, asked } = await pileUp(900);
      const context = { ...worlds.context(), tenantId };
      const key = [tenantId];
      await database.pool.query(
        `update deliveries set status = 'failed' where tenant_id = $1 and get_byte(uuid_send(id), 15) % 2 = 0`,
        key,
      );
      const failedOnes = { webhookId, from: '2000-01-01', to: '2100-01-01', status: 'failed' } as const;
      await resendDeliveries(context, failedOnes);
      const { rows } = await database.pool.query<{ deliveryId: string }>(
        'select id as "deliveryId" from deliveries where tenant_id = $1 order by id desc',
        key,
      );
      const backward = rows.map((row) => ({ ...row, tenantId, leaseToken: newId() }));
      const forward = asked();
      const settled = await Promise.allSettled([
        claimDeliveries(database, backward, { now: inAMinute, leaseMs }),
        deleteWebhook(context, webhookId),
        ...[1, 2, 3].map(() => insertDelivery(database.pool, { tenantId, webhookId })),
        resendDeliveries(context, failedOnes),
        recordAttempts(database, failed(backward, webhookId), now),
        claimDeliveries(database, forward, { now: inAMinute, leaseMs }),
        settleUnclaimed(database, backward, now),
      ]);
      const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      // A webhook that is gone or switched off takes nothing more.
      const expected = ['23503', 'api_webhook_not_found', 'api_webhook_not_active'];
      expect(reasons.filter(({ code }) => !expected.includes(code))).toEqual([]);
      expect(await database.prisma.delivery.count({ where: { tenantId } })).toBe(0);
    }
    expect(await countDeadlocks()).toBe(before);
  });
});
