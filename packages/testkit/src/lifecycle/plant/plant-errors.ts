import type { Marker } from './marker.js';
import type { Workspace } from './workspace.js';

/** Plants the marker in the errors of attempts to deliver an event about the person, and in the error of a dead job. */
export async function plantErrors({ database, tenantId }: Workspace, { text }: Marker): Promise<void> {
  const error = `The receiver has refused "${text}".`;
  // An event of a campaign is about nobody.
  await database.pool.query(
    `update delivery_attempts attempt set error = $2
     from deliveries delivery
     join events event on event.tenant_id = delivery.tenant_id and event.id = delivery.event_id
     where attempt.tenant_id = $1 and delivery.tenant_id = $1 and delivery.id = attempt.delivery_id
       and event.contact_id is not null`,
    [tenantId, error],
  );
  await database.pool.query(
    `insert into dead_jobs (id, task, payload, error, attempts, created_at, died_at)
     select 9000000000000001, 'deliver-event', jsonb_build_object('tenantId', tenant_id, 'eventId', id), $2, 10, now(), now()
     from events where tenant_id = $1 and data::text like '%' || $3 || '%' limit 1`,
    [tenantId, error, text],
  );
}
