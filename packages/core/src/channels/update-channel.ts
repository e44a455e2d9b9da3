import { Prisma } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import { collectInvalidParams, type InvalidParams } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { lockById } from '../resources/lock-by-id.js';
import { defineResource } from '../resources/resource.js';
import { findChanges } from '../resources/update-changed.js';
import type { SecretSource } from '../secrets/secrets.js';
import { jsonObject } from '../sql/json.js';
import { transactWithPrisma } from '../sql/transact.js';
import { findQuietHoursErrors, type QuietHours } from '../time-zones/quiet-hours.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import { type ChannelRecord, type ChannelSettings, channels } from './channel-record.js';
import { openChannelSecrets, sealChannelSecrets } from './channel-secrets.js';
import type { ChannelChange, ChannelConfiguration, CheckChannel } from './create-channel.js';
import { findSubscriptionErrors, type SubscriptionWords } from './subscription-words.js';

interface ChannelUpdate extends Partial<SubscriptionWords> {
  readonly channelId: string;
  readonly name?: string;
  /** Replaces all current settings. */
  readonly settings?: ChannelSettings;
  /**
   * Changes single secrets, because callers cannot read the current ones and send them again; null removes a secret.
   */
  readonly secrets?: Readonly<Record<string, string | null>>;
  readonly quietHours?: QuietHours | null;
}

/** Absent fields remain unchanged. */
export function updateChannel(
  context: Context,
  { channelId: id, ...update }: ChannelUpdate,
  check: CheckChannel,
): Promise<ChannelRecord> {
  return transactWithPrisma(context, async (transaction) => {
    const key = {
      tenantId: context.tenantId,
      id: await lockById(transaction, context, channels, id),
    };
    const source = { database: context.database, sql: transaction.sql };
    const present = await findConfiguration(source, key);
    const next = configurationAfter(present, update);
    const { name, settings, secrets, stopWords, startWords, quietHours } = update;
    const errors = new ValidationErrors();
    errors.addAll(await findErrors(present, update, check));
    errors.throwIfAny();
    const changes = findChanges(present, {
      name,
      settings,
      secrets: secrets && next.secrets,
      stopWords: stopWords && [...stopWords],
      startWords: startWords && [...startWords],
      quietHours,
    });
    const changedFields = Object.keys(changes);
    if (changedFields.length > 0) {
      const sealed = changes.secrets && (await sealChannelSecrets(source, key, changes.secrets));
      const { quietHours: hours, ...others } = changes;
      const data = {
        ...others,
        ...(sealed && { secrets: sealed }),
        ...(hours !== undefined && { quietHours: hours ? { ...hours } : Prisma.DbNull }),
        updatedAt: context.now(),
      };
      await transaction.prisma.channel.update({ where: { tenantId_id: key }, data });
      recordAudit(transaction, context, {
        action: 'channel.updated',
        resourceId: key.id,
        changedFields,
      });
    }
    return requireById(transaction.sql, channels, key);
  });
}

/** Returns the validation errors of a change without writing; a field that the schema rejected counts as absent. */
export function findChannelUpdateErrors(
  context: Context,
  { channelId: id, ...update }: ChannelUpdateToCheck,
  check: CheckChannel,
): Promise<InvalidParams> {
  return collectInvalidParams(async () => {
    const { settings, secrets, stopWords, startWords, quietHours } = update;
    if (!settings && !secrets && !stopWords && !startWords && !quietHours) return;
    const { database, tenantId } = context;
    const present = await findConfiguration({ database, sql: database.sql }, { tenantId, id });
    const errors = new ValidationErrors();
    errors.addAll(await findErrors(present, update, check));
    errors.throwIfAny();
  });
}

/** Only what the update contains is checked, so that a channel that no longer passes can still be renamed. */
async function findErrors(
  present: StoredChannel,
  update: ValidPart<Omit<ChannelUpdate, 'channelId'>>,
  check: CheckChannel,
): Promise<InvalidParams> {
  const { settings, secrets, stopWords, startWords, quietHours } = update;
  return {
    ...((settings || secrets) &&
      (await collectInvalidParams(() =>
        check(configurationAfter(present, update), changeOf(present, update)),
      ))),
    ...((stopWords || startWords) && findSubscriptionErrors(wordsAfter(present, update))),
    ...findQuietHoursErrors(quietHours),
  };
}

type ChannelUpdateToCheck = ValidPart<Omit<ChannelUpdate, 'channelId'>> & Pick<ChannelUpdate, 'channelId'>;

type ConfigurationUpdate = ValidPart<Pick<ChannelUpdate, 'settings' | 'secrets'>>;

function changeOf(before: StoredChannel, { secrets = {} }: ConfigurationUpdate): ChannelChange {
  return { before, givenSecrets: Object.keys(secrets) };
}

function configurationAfter(present: StoredChannel, update: ConfigurationUpdate): ChannelConfiguration {
  const { type, provider } = present;
  return {
    type,
    provider,
    settings: update.settings ?? present.settings,
    secrets: merge(present.secrets, update.secrets),
  };
}

function wordsAfter(
  present: SubscriptionWords,
  update: ValidPart<SubscriptionWords>,
): ValidPart<SubscriptionWords> {
  return {
    stopWords: update.stopWords ?? present.stopWords,
    startWords: update.startWords ?? present.startWords,
  };
}

function merge(
  present: ChannelConfiguration['secrets'],
  changes: ChannelUpdate['secrets'] = {},
): ChannelConfiguration['secrets'] {
  const merged = new Map<string, string | null>([...Object.entries(present), ...Object.entries(changes)]);
  return Object.fromEntries([...merged].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** Returns the channel with its secrets opened. */
async function findConfiguration(
  source: SecretSource,
  key: { tenantId: string; id: string },
): Promise<StoredChannel> {
  const { secrets, ...channel } = await requireById(source.sql, configurations, key);
  return { ...channel, secrets: await openChannelSecrets(source, key, secrets) };
}

interface StoredChannel extends ChannelConfiguration, SubscriptionWords {
  readonly name: string;
  readonly quietHours: QuietHours | null;
}

const configurations = defineResource<StoredChannel>({
  name: 'channel',
  table: 'channels',
  recordOf: (row) =>
    jsonObject<StoredChannel>({
      type: `${row}.type`,
      provider: `${row}.provider`,
      name: `${row}.name`,
      settings: `${row}.settings`,
      secrets: `${row}.secrets`,
      stopWords: `${row}.stop_words`,
      startWords: `${row}.start_words`,
      quietHours: `${row}.quiet_hours`,
    }),
  view: { key: 'channel-configurations', condition: 'true' },
});
