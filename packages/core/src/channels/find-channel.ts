import { type ChannelType, type Database, statement } from '@parley/database';
import { isId } from '../ids.js';
import { jsonObject } from '../sql/json.js';

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
  const [channel] = await findChannels({ sql }, [channelId]);
  return channel;
}

/** One for each id, undefined where there is none. */
export async function findChannels(
  { sql }: Pick<Database, 'sql'>,
  channelIds: readonly string[],
): Promise<(ConfiguredChannel | undefined)[]> {
  const ids = [...new Set(channelIds.filter(isId))];
  const rows = ids.length > 0 ? await sql(find, [ids]) : [];
  const byId = new Map(rows.map(({ record }) => [record.id, record]));
  return channelIds.map((id) => byId.get(id.toLowerCase()));
}

export function configuredChannelJson(row: string): string {
  return jsonObject<ConfiguredChannel>({
    id: `${row}.id`,
    tenantId: `${row}.tenant_id`,
    type: `${row}.type`,
    provider: `${row}.provider`,
    settings: `${row}.settings`,
    secrets: `${row}.secrets`,
  });
}

const find = statement<{ record: ConfiguredChannel }>(
  'find-configured-channels',
  `select ${configuredChannelJson('channel')} as record from channels channel where channel.id = any ($1::uuid[])`,
);
