import type { Database } from '@parley/database';
import type pg from 'pg';
import type { DeliveryToClaim } from '../src/deliveries/claim-deliveries.js';
import { newId } from '../src/index.js';
import { newIdSql } from '../src/sql/new-id-sql.js';
import { createTenant, createWebhook } from './testkit.js';

export const now = new Date('2026-11-14T09:30:00.000Z');
export const inAMinute = new Date(now.getTime() + 60_000);

/** Creates due deliveries of a new webhook; the higher its id, the longer a delivery has been due. */
export async function pileUp(database: Database, count: number) {
  const { id: tenantId } = await createTenant(database);
  const { id: webhookId } = await createWebhook(database, tenantId);
  await database.pool.query(
    `with event as (
       insert into events (tenant_id, id, type, data)
       select $1, ${newIdSql('now()')}, 'chat.updated', '{}' from generate_series(1, $3::int) returning id
     ), entry as (
       select id as event_id, ${newIdSql('now()')} as id from event
     )
     insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, next_attempt_at)
     select $1, id, event_id, $2, 'chat.updated',
       $4::timestamptz - interval '2 hours' - row_number() over (order by id) * interval '1 second' from entry`,
    [tenantId, webhookId, count, now],
  );
  const { rows } = await database.pool.query<{ eventId: string; deliveryId: string }>(
    'select event_id as "eventId", id as "deliveryId" from deliveries where tenant_id = $1 order by id',
    [tenantId],
  );
  const asked = () => rows.map((row) => ({ ...row, tenantId, leaseToken: newId() }));
  return { tenantId, webhookId, asked };
}

export const released = (asked: readonly DeliveryToClaim[]) =>
  asked.map((delivery) => ({ ...delivery, nextAttemptAt: inAMinute }));

export const failed = (asked: readonly DeliveryToClaim[], webhookId: string) =>
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
  /** Puts it behind the others in every index that finds the deliveries of a webhook. */
  readonly isLast?: boolean;
  readonly resendOfId?: string | null;
}

/** Adds a delivery of a new event. */
export async function insertDelivery(
  client: pg.Pool | pg.PoolClient,
  { tenantId, webhookId }: { tenantId: string; webhookId: string },
  { id = newId(), isLast = false, resendOfId = null }: NewDelivery = {},
): Promise<string> {
  const type = isLast ? 'contact.updated' : 'chat.updated';
  const status = isLast ? 'delivering' : 'pending';
  const createdAt = new Date(Date.now() + (isLast ? 86_400_000 : 0));
  await client.query(
    `with event as (
       insert into events (tenant_id, id, type, data) values ($1, ${newIdSql('now()')}, $4::text, '{}') returning id
     )
     insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status, created_at, next_attempt_at, resend_of_id)
     select $1, $3, event.id, $2, $4::text::delivery_event, $5::delivery_status, $6, $6, $7 from event`,
    [tenantId, webhookId, id, type, status, createdAt, resendOfId],
  );
  return id;
}

/** The lock of every statement that writes deliveries. */
export const lockDelivery = 'select from deliveries where id = $1 for no key update';

/** Resolves when another session waits for a lock that this connection holds. */
export async function untilWaitingFor(database: Database, holder: pg.PoolClient): Promise<void> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waiting = `select from pg_stat_activity
    where datname = current_database() and $1::int = any (pg_blocking_pids(pid))`;
  while ((await database.pool.query(waiting, [rows[0]?.pid])).rowCount === 0);
}

/** Returns an id that is greater than the first and less than the second. */
export function between(low: string, high: string): string {
  const numberOf = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`);
  const digits = ((numberOf(low) + numberOf(high)) / 2n).toString(16).padStart(32, '0');
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

export async function countDeadlocks(database: Database): Promise<number> {
  await database.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await database.pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.deadlocks);
}
