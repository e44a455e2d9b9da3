import type { InboundItem } from '@parley/channels';
import { applyMessageStatus, type ConfiguredChannel, type Context, receiveMessage } from '@parley/core';

interface Notification {
  readonly channel: ConfiguredChannel;
  readonly items: readonly InboundItem[];
  readonly publicUrl: string;
}

/**
 * Records the items in their order, each in a transaction of its own. When one fails the provider sends all of them
 * again, and those that are recorded already change nothing.
 */
export async function recordItems(
  context: Context,
  { channel, items, publicUrl }: Notification,
): Promise<void> {
  for (const item of items) {
    if (item.kind === 'message') await receiveMessage(context, { channelId: channel.id, item, publicUrl });
    else await applyMessageStatus(context, { ...item, channelId: channel.id });
  }
}
