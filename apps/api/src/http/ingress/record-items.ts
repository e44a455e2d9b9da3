import type { InboundItem } from '@parley/channels';
import {
  applyMessageStatus,
  applyReaction,
  applyTemplateReport,
  type Context,
  type IngressChannel,
  limitInboundWork,
} from '@parley/core';
import type { BatchMessage } from './batch-messages.js';

interface Notification {
  readonly channel: IngressChannel;
  readonly items: readonly InboundItem[];
  readonly receive: BatchMessage;
  /** Called when statuses were dropped, because the channel has too many that belong to no known message. */
  readonly onDropped: (count: number) => void;
}

/**
 * Records the items one after the other. If one fails, the provider sends all of them again, and those that were
 * already recorded change nothing.
 */
export async function recordItems(
  context: Context,
  { channel, items, receive, onDropped }: Notification,
): Promise<void> {
  for (const item of items) {
    switch (item.kind) {
      case 'message':
        await receive(channel.id, { channel, item, trace: context.database.trace });
        break;
      case 'status':
        await limitInboundWork(context, () =>
          applyMessageStatus(context, { ...item, channelId: channel.id, onDropped }),
        );
        break;
      case 'reaction':
        await limitInboundWork(context, () => applyReaction(context, { ...item, channelId: channel.id }));
        break;
      case 'template':
        await applyTemplateReport(context, { ...item, vendorId: item.externalId });
        break;
      default:
        item satisfies never;
    }
  }
}
