import type { Marker } from './marker.js';
import type { Workspace } from './workspace.js';

/** Plants the marker in the error of a dead job of one of the person's messages, as a database error could. */
export async function plantDeadJob({ database, tenantId }: Workspace, { text }: Marker): Promise<void> {
  await database.pool.query(
    `insert into dead_jobs (id, task, payload, error, attempts, created_at, died_at)
     select 9000000000000000, 'send-message', jsonb_build_object('tenantId', tenant_id, 'messageId', id),
       'The text "' || $2 || '" is too long.', 10, now(), now()
     from messages where tenant_id = $1 and text like '%' || $2 || '%' limit 1`,
    [tenantId, text],
  );
}
