import type { ChannelConfiguration, ProviderCallOptions } from '../adapter/channel-adapter.js';
import type { OutboundReaction } from '../adapter/outbound-message.js';
import { callGraph } from '../meta/call-graph.js';
import { requiredSetting } from '../settings/read-setting.js';
import { recipientOf } from './recipient-of.js';

/** Sends a reaction, which WhatsApp treats as a message without a place in the chat. An empty emoji removes it. */
export async function sendReaction(
  reaction: OutboundReaction,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<void> {
  const phoneNumberId = requiredSetting(channel.settings, 'phoneNumberId');
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipientOf(reaction),
    type: 'reaction',
    reaction: { message_id: reaction.vendorId, emoji: reaction.emoji ?? '' },
  };
  await callGraph({ path: [phoneNumberId, 'messages'], body }, channel, options);
}
