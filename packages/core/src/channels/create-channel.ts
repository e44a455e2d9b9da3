import type { ChannelProvider, ChannelType } from '@parley/database';
import type { Context } from '../context.js';
import { insertRecord } from '../resources/write-record.js';
import { transact } from '../sql/transact.js';
import { type ChannelRecord, type ChannelSettings, channels } from './channel-record.js';

/** The configuration of a channel, as its provider's adapter needs it. */
export interface ChannelConfiguration {
  readonly type: ChannelType;
  readonly provider: ChannelProvider;
  readonly settings: ChannelSettings;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Throws when the provider cannot work with the configuration. Only the adapters know, and core does not know them. */
export type CheckChannel = (configuration: ChannelConfiguration) => void;

interface NewChannel extends ChannelConfiguration {
  readonly name: string;
}

export async function createChannel(
  context: Context,
  channel: NewChannel,
  check: CheckChannel,
): Promise<ChannelRecord> {
  check(channel);
  const { type, provider, name } = channel;
  const settings = JSON.stringify(channel.settings);
  const secrets = JSON.stringify(channel.secrets);
  return transact(context, (transaction) =>
    insertRecord(transaction, context, channels, { type, provider, name, settings, secrets }),
  );
}
