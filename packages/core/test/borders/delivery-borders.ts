import { expect } from '@jest/globals';
import {
  deleteWebhook,
  enqueueOverdueDeliveries,
  expediteDeliveries,
  resendDeliveries,
} from '../../src/index.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { now, pileUp } from '../delivery-queue.js';
import { startTime } from '../test-context.js';
import { createTenant, createWebhook, recordRoundTrips } from '../testkit.js';
import type { Stage } from './stage.js';

/** Resends 50 deliveries more than one call does. */
export async function resendsTheRest({ worlds, size }: Stage): Promise<void> {
  const { database, own } = worlds;
  const tenantId = own.tenant.id;
  const { id: webhookId } = await createWebhook(database, tenantId);
  await database.pool.query(
    `with event as (
       insert into events (tenant_id, id, type, data)
       select $1, ${newIdSql('now()')}, 'chat.updated', '{}' from generate_series(1, $4::int) returning id
     )
     insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status, created_at, updated_at)
     select $1, ${newIdSql('now()')}, id, $2, 'chat.updated', 'failed', $3, $3 from event`,
    [tenantId, webhookId, startTime, size + 50],
  );
  await database.pool.query('analyze deliveries');
  const span = { from: startTime, to: new Date(Date.parse(startTime) + 3_600_000).toISOString() };
  const counts: number[] = [];
  for (let call = 0; call < 3; call += 1) {
    const asked = { webhookId, ...span, status: 'failed' as const };
    counts.push((await resendDeliveries(worlds.context(), asked)).resentCount);
  }
  expect(counts).toEqual([size, 50, 0]);
}

export async function expeditesInTurn({ worlds, count }: Stage): Promise<void> {
  const { database, sizes } = worlds;
  const { id: tenantId } = await createTenant(database);
  const { id: webhookId } = await createWebhook(database, tenantId);
  const other = await createWebhook(database, tenantId);
  const inAnHour = new Date(now.getTime() + 3_600_000);
  const add = (webhook: string, added: number, attemptCount: number) =>
    database.pool.query(
      `with event as (
         insert into events (tenant_id, id, type, data)
         select $1, ${newIdSql('now()')}, 'chat.updated', '{}' from generate_series(1, $3::int) returning id
       )
       insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, attempt_count, next_attempt_at)
       select $1, ${newIdSql('now()')}, event.id, $2, 'chat.updated', $4, $5 from event`,
      [tenantId, webhook, added, attemptCount, inAnHour],
    );
  await add(webhookId, count, 0);
  await add(webhookId, 1, 1);
  await add(other.id, 1, 0);

  expect(await expediteDeliveries(database, { tenantId, webhookId, now, spacingMs: 10, sizes })).toBe(count);
  const { rows } = await database.pool.query(
    `select next_attempt_at as at, count(job.id)::int as jobs from deliveries delivery
     left join graphile_worker.jobs job on job.key = 'deliver:' || delivery.id
     where delivery.tenant_id = $1 group by delivery.tenant_id, delivery.event_id, delivery.id order by at`,
    [tenantId],
  );
  const moments = Array.from({ length: count }, (_, index) => new Date(now.getTime() + (index + 1) * 10));
  const waiting = { at: inAnHour, jobs: 0 };
  expect(rows).toEqual([...moments.map((at) => ({ at, jobs: 1 })), waiting, waiting]);
}

export async function sharesOverdue({ worlds, size }: Stage): Promise<void> {
  const { pool } = worlds.database;
  const many = await pileUp(worlds.database, size + 1);
  const few = await pileUp(worlds.database, 3);
  // Those of the other tenant have been due for longer.
  await pool.query(
    `update deliveries set next_attempt_at = next_attempt_at - interval '1 day' where tenant_id = $1`,
    [many.tenantId],
  );
  expect(await enqueueOverdueDeliveries(worlds.database, now, worlds.sizes)).toBe(size);
  const { rows } = await pool.query<{ tenantId: string; jobs: number }>(
    `select payload ->> 'tenantId' as "tenantId", count(*)::int as jobs from graphile_worker._private_jobs
     where payload ->> 'tenantId' = any ($1::text[]) group by 1`,
    [[many.tenantId, few.tenantId]],
  );
  const jobsOf = ({ tenantId }: { tenantId: string }) => rows.find((row) => row.tenantId === tenantId)?.jobs;
  expect(jobsOf(few)).toBe(3);
  expect(jobsOf(many)).toBe(size - 3);
}

export async function deletesWebhook({ worlds, count }: Stage): Promise<void> {
  const { tenantId, webhookId } = await pileUp(worlds.database, count);
  const context = { ...worlds.context(), tenantId };
  const { result, roundTrips } = await recordRoundTrips(() => deleteWebhook(context, webhookId));
  expect(result).toMatchObject({ deletedIds: [webhookId] });
  // What is left is deleted with the webhook, but in one transaction.
  const removals = roundTrips.flat().filter((sent) => sent.includes('chosen as materialized'));
  expect(removals).toHaveLength(3);
  expect(await worlds.database.prisma.delivery.count({ where: { tenantId } })).toBe(0);
}
