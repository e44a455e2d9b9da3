import type { Stage } from '../../stage/start-stage.js';

/** Changes the channel of a tenant. SMS has no reply window, so messages can be sent to any chat. */
export async function setChannel(
  { database }: Stage,
  { tenantId, channelId }: { tenantId: string; channelId: string },
  { type, provider, settings }: { type: string; provider: string; settings: object },
): Promise<void> {
  await database.pool.query(
    `update channels set type = $3::channel_type, provider = $4::channel_provider, settings = $5::jsonb
     where tenant_id = $1 and id = $2`,
    [tenantId, channelId, type, provider, JSON.stringify(settings)],
  );
}
