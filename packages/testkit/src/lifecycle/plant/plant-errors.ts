import type { Marker } from './marker.js';
import type { Workspace } from './workspace.js';

/** Plants the marker in the errors of attempts to deliver an event about the person, and in the error of a dead job. */
export async function plantErrors({ database, tenantId }: Workspace, { text }: Marker): Promise<void> {
  const error = `The receiver has refused "${text}".`;
  await database.pool.query('update delivery_attempts set error = $2 where tenant_id = $1', [
    tenantId,
    error,
  ]);
  await database.pool.query(
    `insert into dead_jobs (id, task, payload, error, attempts, created_at, died_at)
     select 9000000000000001, 'deliver-event', jsonb_build_object('tenantId', tenant_id, 'eventId', id), $2, 10, now(), now()
     from events where tenant_id = $1 and data::text like '%' || $3 || '%' limit 1`,
    [tenantId, error, text],
  );
}
