import type { ChannelType } from '@parley/database';

const replyWindowMs = 24 * 60 * 60 * 1_000;

/** Until when a business may write freely after a message of the contact; null where the channel sets no such limit. */
export function replyWindowEnd(channelType: ChannelType, lastInboundAt: Date): Date | null {
  return hasReplyWindow(channelType) ? new Date(lastInboundAt.getTime() + replyWindowMs) : null;
}

export function hasReplyWindow(channelType: ChannelType): boolean {
  return channelType === 'whatsapp' || channelType === 'instagram';
}
