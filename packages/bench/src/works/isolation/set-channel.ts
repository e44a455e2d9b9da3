import { updateChannel } from '@parley/core';
import { contextOf } from '../../stage/context-of.js';
import type { Stage } from '../../stage/start-stage.js';

interface ChannelValues {
  readonly type: string;
  readonly provider: string;
  readonly settings: object;
  /** The default is none, which only the sandbox accepts. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Changes the channel of a tenant. SMS has no reply window, so messages can be sent to any chat. */
export async function setChannel(
  stage: Stage,
  { tenantId, channelId }: { tenantId: string; channelId: string },
  { type, provider, settings, secrets }: ChannelValues,
): Promise<void> {
  await stage.database.pool.query(
    `update channels set type = $3::channel_type, provider = $4::channel_provider, settings = $5::jsonb
     where tenant_id = $1 and id = $2`,
    [tenantId, channelId, type, provider, JSON.stringify(settings)],
  );
  // The settings are written above, and the secrets of the bench need no check.
  if (secrets) await updateChannel(contextOf(stage, tenantId), { channelId, secrets }, () => undefined);
}
