import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { updateRecord } from '../resources/write-record.js';
import { type Transaction, transact } from '../sql/transact.js';
import { type ChannelRecord, type ChannelSettings, channels } from './channel-record.js';
import type { ChannelConfiguration, CheckChannel } from './create-channel.js';

export interface ChannelUpdate {
  readonly channelId: string;
  readonly name?: string;
  /** Instead of all present ones. */
  readonly settings?: ChannelSettings;
  /** One by one, since nobody can read the present ones to send them again; null removes. */
  readonly secrets?: Readonly<Record<string, string | null>>;
}

/** Fields left out stay as they are. */
export function updateChannel(
  context: Context,
  { channelId: id, name, settings, secrets }: ChannelUpdate,
  check: CheckChannel,
): Promise<ChannelRecord> {
  return transact(context, async (transaction) => {
    const present = await lock(transaction, context, id);
    const next = {
      ...present,
      settings: settings ?? present.settings,
      secrets: merge(present.secrets, secrets),
    };
    if (settings || secrets) check(next);
    const values = {
      name,
      settings: settings && JSON.stringify(settings),
      secrets: secrets && JSON.stringify(next.secrets),
    };
    return updateRecord(transaction, context, channels, { id, values });
  });
}

async function lock({ sql }: Transaction, { tenantId }: Context, id: string): Promise<ChannelConfiguration> {
  const [channel] = isId(id) ? await sql(lockChannel, [tenantId, id]) : [];
  if (channel === undefined) throw notFound('channel');
  return channel;
}

function merge(
  present: ChannelConfiguration['secrets'],
  changes: ChannelUpdate['secrets'] = {},
): ChannelConfiguration['secrets'] {
  const merged = new Map<string, string | null>([...Object.entries(present), ...Object.entries(changes)]);
  return Object.fromEntries([...merged].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

const lockChannel = statement<ChannelConfiguration>(
  'lock-channel-to-update',
  `select type, provider, settings, secrets from channels
   where tenant_id = $1::uuid and id = $2::uuid for no key update`,
);
