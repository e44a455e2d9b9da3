import { type Database, runInTransaction, statement } from '@parley/database';
import type { Sizes } from '../sizes.js';
import { inAnyPartition } from '../sql/in-any-partition.js';
import { sizedStatement } from '../sql/sized-statement.js';
import type { RemovedSome } from './removal.js';

/**
 * Removes a batch of events, except those with an unfinished delivery; a trigger removes the attempts of the removed deliveries.
 * The events are locked first: a resend locks its event too, and the next statement sees the delivery that it has added.
 */
export function removeEvents(
  database: Database,
  values: readonly unknown[],
  sizes: Sizes,
): Promise<RemovedSome> {
  return runInTransaction(database, async ({ sql }) => {
    const locked = await sql(lock(sizes), values);
    const keys = [locked.map(({ tenantId }) => tenantId), locked.map(({ id }) => id)];
    const [removed] = locked.length > 0 ? await sql(removeLockedEvents, keys) : [];
    return { found: locked.length, count: removed?.count ?? 0 };
  });
}

const isFinished = `not exists (
  select from deliveries delivery where delivery.tenant_id = event.tenant_id
    and delivery.event_id = ${inAnyPartition('event.id')} and delivery.status in ('pending', 'delivering'))`;

/** The cut-off times of all removals, the second parameter, are not used, because the id shows when an event was created. */
const lock = sizedStatement<{ tenantId: string; id: string }>(
  'lock-expired-events',
  ({ retentionBatch }) => `select record.tenant_id as "tenantId", record.id
   from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as tenant(id, before, first_id)
   cross join lateral (
     select tenant_id, id from events event
     where tenant_id = tenant.id and (tenant_id, id) < (tenant.id, tenant.first_id) and ${isFinished}
     order by id limit ${retentionBatch} for no key update skip locked
   ) record limit ${retentionBatch}`,
);

export const removeLockedEvents = statement<{ count: number }>(
  'remove-expired-events',
  `with old as materialized (
     select event.tenant_id, event.id from unnest($1::uuid[], $2::uuid[]) as locked(tenant_id, id)
     join events event on event.tenant_id = locked.tenant_id and event.id = ${inAnyPartition('locked.id')}
     where ${isFinished}
   ), delivered as (
     delete from deliveries delivery using old
     where delivery.tenant_id = old.tenant_id and delivery.event_id = ${inAnyPartition('old.id')}
   ), removed as (
     delete from events event using old
     where event.tenant_id = old.tenant_id and event.id = ${inAnyPartition('old.id')} returning 1
   )
   select count(*)::int as count from removed`,
);
