import type { ChannelConfiguration, ProviderCallOptions } from '../adapter/channel-adapter.js';
import type { OutboundReaction } from '../adapter/outbound-message.js';
import { callGraph } from '../meta/call-graph.js';
import { requiredSetting } from '../settings/read-setting.js';

/** Sends or removes a reaction. The API of Instagram documents one reaction for businesses, `love`, which is a heart. */
export async function sendReaction(
  { to, vendorId, emoji }: OutboundReaction,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<void> {
  const accountId = requiredSetting(channel.settings, 'accountId');
  const body = {
    recipient: { id: to.value },
    sender_action: emoji === null ? 'unreact' : 'react',
    payload: { message_id: vendorId, ...(emoji === null ? {} : { reaction: 'love' }) },
  };
  await callGraph({ path: [accountId, 'messages'], body }, channel, options);
}
