import type { Marker } from './marker.js';
import type { Workspace } from './workspace.js';

/** Plants the marker in an early status of one of the person's messages: the provider reported it before it responded. */
export async function plantStatus({ database, tenantId }: Workspace, { text }: Marker): Promise<void> {
  await database.pool.query(
    `insert into early_statuses (tenant_id, channel_id, vendor_id, status, errors)
     select tenant_id, channel_id, vendor_id, 'failed', jsonb_build_array(jsonb_build_object('code', '1', 'message', $2::text))
     from messages where tenant_id = $1 and vendor_id is not null and text like '%' || $2 || '%' limit 1`,
    [tenantId, text],
  );
}
