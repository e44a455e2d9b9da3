import { erasedData } from '../../events/erased-event.js';
import { inAnyPartition } from '../../sql/in-any-partition.js';
import { uuid } from './uuid-pattern.js';

/**
 * An SQL condition for the payload of a job of the tenant `$1`: it names a record of the erased contact `$2`, or an event about
 * the contact. The events were erased before, so such a job has nothing left to deliver.
 */
export function namesPerson(payload: string): string {
  const eventId = `case when ${payload} ->> 'eventId' ~ '^${uuid}$' then (${payload} ->> 'eventId')::uuid end`;
  return `(
    exists (
      select from jsonb_each_text(${payload}) as named(key, value)
      join erased_records record on record.tenant_id = $1::uuid and record.contact_id = $2::uuid
        and record.id::text = named.value
    ) or exists (
      select from events event where event.tenant_id = $1::uuid
        and event.id = ${inAnyPartition(eventId)} and event.data = ${erasedData}
    )
  )`;
}
