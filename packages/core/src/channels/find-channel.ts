import { type ChannelType, type Database, statement } from '@parley/database';
import { isId } from '../ids.js';

/** A channel with all that its adapter needs, secrets included: it never leaves the service. */
export interface ConfiguredChannel {
  readonly id: string;
  readonly tenantId: string;
  readonly type: ChannelType;
  readonly provider: string;
  readonly settings: unknown;
  readonly secrets: unknown;
}

/** Looked up without a tenant: a provider's call knows the channel only, and the channel names the tenant. */
export async function findChannel(
  { sql }: Pick<Database, 'sql'>,
  channelId: string,
): Promise<ConfiguredChannel | undefined> {
  if (!isId(channelId)) return undefined;
  const [channel] = await sql(find, [channelId]);
  return channel;
}

const find = statement<ConfiguredChannel>(
  'find-configured-channel',
  `select id, tenant_id as "tenantId", type, provider, settings, secrets from channels where id = $1::uuid`,
);
