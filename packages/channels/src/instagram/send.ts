import type { ChannelConfiguration, ProviderCallOptions, SendResult } from '../adapter/channel-adapter.js';
import type { OutboundMessage } from '../adapter/outbound-message.js';
import { cannotSend } from '../adapter/send-error.js';
import { responseWithoutId } from '../http/refused-response.js';
import { callGraph } from '../meta/call-graph.js';
import { readId } from '../payload/read-value.js';
import { requiredSetting } from '../settings/read-setting.js';
import { interactiveContent } from './interactive-content.js';

export async function send(
  message: OutboundMessage,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<SendResult> {
  const accountId = requiredSetting(channel.settings, 'accountId');
  const { inReplyTo } = message;
  const body = {
    recipient: { id: message.to.value },
    message: contentOf(message),
    ...(inReplyTo === undefined ? {} : { reply_to: { mid: inReplyTo } }),
  };
  const response = await callGraph({ path: [accountId, 'messages'], body }, channel, options);
  const vendorId = readId(response, 'message_id');
  if (vendorId === undefined) throw responseWithoutId('Instagram');
  return { vendorId, walk: ['sent'] };
}

function contentOf({ text, attachments, interactive }: OutboundMessage): object {
  if (interactive !== undefined) return interactiveContent(interactive);
  const [attachment, ...others] = attachments;
  if (attachment === undefined) {
    if (text === null) throw cannotSend('empty_message', 'The message has neither text nor an attachment.');
    return { text };
  }
  if (others.length > 0)
    throw cannotSend('too_many_attachments', 'Instagram accepts one attachment per message.');
  if (text !== null) {
    throw cannotSend(
      'caption_not_supported',
      'Instagram accepts text or an attachment in a message, not both.',
    );
  }
  if (attachment.url === null) {
    throw cannotSend('attachment_without_url', 'Instagram needs a public link to the attachment.');
  }
  const type = attachment.type === 'document' ? 'file' : attachment.type;
  return { attachment: { type, payload: { url: attachment.url } } };
}
