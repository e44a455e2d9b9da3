import type { Context } from '../context.js';
import { collectInvalidParams, type InvalidParams } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { lockById } from '../resources/lock-by-id.js';
import { defineResource } from '../resources/resource.js';
import { updateRecord } from '../resources/write-record.js';
import { jsonObject } from '../sql/json.js';
import { readingOnly } from '../sql/reading.js';
import { type Transaction, transact } from '../sql/transact.js';
import type { ValidPart } from '../valid-part.js';
import { type ChannelRecord, type ChannelSettings, channels } from './channel-record.js';
import type { ChannelConfiguration, CheckChannel } from './create-channel.js';

interface ChannelUpdate {
  readonly channelId: string;
  readonly name?: string;
  /** Replaces all present settings. */
  readonly settings?: ChannelSettings;
  /** Changes single secrets, because nobody can read the present ones to send them again; null removes one. */
  readonly secrets?: Readonly<Record<string, string | null>>;
}

/** Absent fields stay as they are. */
export function updateChannel(
  context: Context,
  { channelId: id, ...update }: ChannelUpdate,
  check: CheckChannel,
): Promise<ChannelRecord> {
  return transact(context, async (transaction) => {
    await lockById(transaction, context, channels, id);
    const next = await configurationAfter(transaction, context, { id, update });
    const { name, settings, secrets } = update;
    if (settings || secrets) check(next);
    const values = {
      name,
      settings: settings && JSON.stringify(settings),
      secrets: secrets && JSON.stringify(next.secrets),
    };
    return updateRecord(transaction, context, channels, { id, values });
  });
}

/** Returns the validation errors of a change without writing; a field that the schema rejected counts as absent. */
export function findChannelUpdateErrors(
  context: Context,
  { channelId: id, ...update }: ChannelUpdateToCheck,
  check: CheckChannel,
): Promise<InvalidParams> {
  return collectInvalidParams(async () => {
    if (update.settings || update.secrets)
      check(await configurationAfter(readingOnly(context), context, { id, update }));
  });
}

type ChannelUpdateToCheck = ValidPart<Omit<ChannelUpdate, 'channelId'>> & Pick<ChannelUpdate, 'channelId'>;

async function configurationAfter(
  { sql }: Transaction,
  { tenantId }: Context,
  { id, update }: { id: string; update: ValidPart<Pick<ChannelUpdate, 'settings' | 'secrets'>> },
): Promise<ChannelConfiguration> {
  const present = await requireById(sql, configurations, { tenantId, id });
  return {
    ...present,
    settings: update.settings ?? present.settings,
    secrets: merge(present.secrets, update.secrets),
  };
}

function merge(
  present: ChannelConfiguration['secrets'],
  changes: ChannelUpdate['secrets'] = {},
): ChannelConfiguration['secrets'] {
  const merged = new Map<string, string | null>([...Object.entries(present), ...Object.entries(changes)]);
  return Object.fromEntries([...merged].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

const configurations = defineResource<ChannelConfiguration>({
  name: 'channel',
  table: 'channels',
  recordOf: (row) =>
    jsonObject<ChannelConfiguration>({
      type: `${row}.type`,
      provider: `${row}.provider`,
      settings: `${row}.settings`,
      secrets: `${row}.secrets`,
    }),
  view: { key: 'channel-configurations', condition: 'true' },
});
