import type { ChannelConfiguration, ProviderCallOptions, SendResult } from '../adapter/channel-adapter.js';
import type { OutboundAttachment, OutboundMessage } from '../adapter/outbound-message.js';
import { cannotSend } from '../adapter/send-error.js';
import { responseWithoutId } from '../http/refused-response.js';
import { callGraph } from '../meta/call-graph.js';
import { readId, readRecords } from '../payload/read-value.js';
import { requiredSetting } from '../settings/read-setting.js';
import { interactiveContent } from './interactive-content.js';
import { recipientOf } from './recipient-of.js';
import { templateContent } from './template-content.js';

export async function send(
  message: OutboundMessage,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<SendResult> {
  const phoneNumberId = requiredSetting(channel.settings, 'phoneNumberId');
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipientOf(message),
    ...(message.inReplyTo === undefined ? {} : { context: { message_id: message.inReplyTo } }),
    // WhatsApp repeats this value in every status, so the message is found even when the response of this call is lost.
    biz_opaque_callback_data: message.id,
    ...contentOf(message),
  };
  const response = await callGraph({ path: [phoneNumberId, 'messages'], body }, channel, options);
  const vendorId = readId(readRecords(response, 'messages')[0], 'id');
  if (vendorId === undefined) throw responseWithoutId('WhatsApp');
  return { vendorId, walk: ['sent'] };
}

function contentOf(message: OutboundMessage): object {
  if (message.template !== undefined) return templateContent(message.template);
  if (message.interactive !== undefined) return interactiveContent(message.interactive);
  const [attachment, ...others] = message.attachments;
  if (others.length > 0) {
    throw cannotSend('too_many_attachments', 'WhatsApp accepts one attachment per message.');
  }
  if (attachment !== undefined) return mediaContent(attachment, message.text);
  if (message.text === null)
    throw cannotSend('empty_message', 'The message has neither text nor an attachment.');
  return { type: 'text', text: { body: message.text } };
}

function mediaContent(attachment: OutboundAttachment, caption: string | null): object {
  const { type, url, name } = attachment;
  if (url === null)
    throw cannotSend('attachment_without_url', 'WhatsApp needs a public link to the attachment.');
  if (type === 'audio' && caption !== null) {
    throw cannotSend(
      'caption_not_supported',
      'WhatsApp shows no text with an audio message; send the text separately.',
    );
  }
  return {
    type,
    [type]: {
      link: url,
      ...(caption === null ? {} : { caption }),
      ...(type === 'document' && name !== null ? { filename: name } : {}),
    },
  };
}
