import { statement } from '@parley/database';
import { inAnyPartition } from '../sql/in-any-partition.js';
import { batchSize, type Removed } from './removal.js';

/**
 * Keeps events with an unfinished delivery; a trigger removes the attempts of the removed deliveries. The second
 * parameter, the cut-off times of all removals, is not used, because the id shows when an event was created.
 */
export const removeEvents = statement<Removed>(
  'remove-expired-events',
  `with old as materialized (
     select record.tenant_id, record.id
     from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as tenant(id, before, first_id)
     cross join lateral (
       select tenant_id, id from events event
       where tenant_id = tenant.id and (tenant_id, id) < (tenant.id, tenant.first_id) and not exists (
         select from deliveries delivery where delivery.tenant_id = event.tenant_id
           and delivery.event_id = ${inAnyPartition('event.id')} and delivery.status in ('pending', 'delivering')
       )
       order by id limit ${batchSize} for no key update skip locked
     ) record limit ${batchSize}
   ), delivered as (
     delete from deliveries delivery using old
     where delivery.tenant_id = old.tenant_id and delivery.event_id = ${inAnyPartition('old.id')}
   ), removed as (
     delete from events event using old
     where event.tenant_id = old.tenant_id and event.id = ${inAnyPartition('old.id')} returning 1
   )
   select count(*)::int as count from removed`,
);
