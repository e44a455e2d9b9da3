import type { ChannelProvider, ChannelType } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import { collectInvalidParams } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { type PrismaTransaction, transactWithPrisma } from '../sql/transact.js';
import { requireRoomFor } from '../tenants/require-room.js';
import { findQuietHoursErrors, type QuietHours } from '../time-zones/quiet-hours.js';
import { ValidationErrors } from '../validation-errors.js';
import { type ChannelRecord, type ChannelSettings, channels } from './channel-record.js';
import { sealChannelSecrets } from './channel-secrets.js';
import { findSubscriptionErrors, type SubscriptionWords } from './subscription-words.js';

/** The configuration of a channel, as its provider's adapter needs it. */
export interface ChannelConfiguration {
  readonly type: ChannelType;
  readonly provider: ChannelProvider;
  readonly settings: ChannelSettings;
  readonly secrets: Readonly<Record<string, string>>;
}

/** How an update changes the configuration of a channel. */
export interface ChannelChange {
  readonly before: ChannelConfiguration;
  /** The names of the secrets that the update sets or removes. */
  readonly givenSecrets: readonly string[];
}

/**
 * Throws when the configuration is invalid for the provider, or when the current configuration may not be changed in
 * this way. The check is injected: only adapters know these rules, and core does not depend on them.
 */
export type CheckChannel = (configuration: ChannelConfiguration, change?: ChannelChange) => void;

interface NewChannel extends ChannelConfiguration, Partial<SubscriptionWords> {
  readonly name: string;
  readonly quietHours?: QuietHours | null;
}

export async function createChannel(
  context: Context,
  channel: NewChannel,
  check: CheckChannel,
): Promise<ChannelRecord> {
  const { type, provider, name, settings, secrets, stopWords = [], startWords = [] } = channel;
  const quietHours = channel.quietHours ? { ...channel.quietHours } : undefined;
  const words = { stopWords: [...stopWords], startWords: [...startWords] };
  const errors = new ValidationErrors();
  errors.addAll(await collectInvalidParams(() => check(channel)));
  errors.addAll(findSubscriptionErrors(words));
  errors.addAll(findQuietHoursErrors(quietHours));
  errors.throwIfAny();
  const { database } = context;
  const create = async (transaction: PrismaTransaction) => {
    const { prisma, sql } = transaction;
    await requireRoomFor(transaction, context, 'channels');
    const row = newRow(context);
    const sealed = await sealChannelSecrets({ database, sql }, row, secrets);
    await prisma.channel.create({
      data: {
        ...row,
        type,
        provider,
        name,
        settings,
        secrets: sealed,
        ...words,
        ...(quietHours && { quietHours }),
      },
    });
    recordAudit(transaction, context, { action: 'channel.created', resourceId: row.id });
    return requireById(sql, channels, row);
  };
  return transactWithPrisma(context, create, { hasSecretRequest: true });
}
