import type { ChannelType } from '@parley/database';

const replyWindowMs = 24 * 60 * 60 * 1_000;

/**
 * Returns the end of the period in which a business may write freely after a message of the contact; null when the
 * channel has no such limit.
 */
export function replyWindowEnd(channelType: ChannelType, lastInboundAt: Date): Date | null {
  return hasReplyWindow(channelType) ? new Date(lastInboundAt.getTime() + replyWindowMs) : null;
}

export function hasReplyWindow(channelType: ChannelType): boolean {
  return channelType === 'whatsapp' || channelType === 'instagram';
}
