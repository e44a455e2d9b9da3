import type { ChannelConfiguration, ProviderCallOptions, SendResult } from '../adapter/channel-adapter.js';
import type { OutboundMessage } from '../adapter/outbound-message.js';
import { cannotSend } from '../adapter/send-error.js';
import { callProvider } from '../http/call-provider.js';
import {
  isSuccess,
  jsonOf,
  type ProviderError,
  refusedResponse,
  responseWithoutId,
} from '../http/refused-response.js';
import { readId, readText } from '../payload/read-value.js';
import { requiredSetting, textSetting } from '../settings/read-setting.js';
import { REFERENCE_PARAMETER } from './parse-inbound.js';
import { basicAuthorization, twilioUrl } from './twilio-account.js';

export async function send(
  message: OutboundMessage,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<SendResult> {
  const accountSid = requiredSetting(channel.settings, 'accountSid');
  const response = await callProvider(
    {
      method: 'POST',
      url: `${twilioUrl(channel, options)}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      headers: { ...basicAuthorization(channel), 'content-type': 'application/x-www-form-urlencoded' },
      body: formOf(message, channel, options.callbackUrl).toString(),
    },
    options,
  );
  const body = jsonOf(response);
  if (!isSuccess(response)) throw refusedResponse(response, twilioError(body));
  const vendorId = readId(body, 'sid');
  if (vendorId === undefined) throw responseWithoutId('Twilio');
  return { vendorId, walk: ['sent'] };
}

function formOf(
  { id, to, text, attachments }: OutboundMessage,
  channel: ChannelConfiguration,
  callbackUrl: string | undefined,
): URLSearchParams {
  if (text === null && attachments.length === 0) {
    throw cannotSend('empty_message', 'The message has neither text nor an attachment.');
  }
  const form = new URLSearchParams({ To: to.value, ...senderOf(channel) });
  if (text !== null) form.set('Body', text);
  for (const { url } of attachments) {
    if (url === null)
      throw cannotSend('attachment_without_url', 'Twilio needs a public link to the attachment.');
    form.append('MediaUrl', url);
  }
  if (callbackUrl !== undefined) form.set('StatusCallback', withReference(callbackUrl, id));
  return form;
}

function senderOf({ settings }: ChannelConfiguration): Record<string, string> {
  const messagingServiceSid = textSetting(settings, 'messagingServiceSid');
  if (messagingServiceSid !== undefined) return { MessagingServiceSid: messagingServiceSid };
  return { From: requiredSetting(settings, 'from') };
}

function withReference(callbackUrl: string, id: string): string {
  if (!URL.canParse(callbackUrl))
    throw cannotSend('channel_not_configured', 'The callback URL is not a URL.');
  const url = new URL(callbackUrl);
  url.searchParams.set(REFERENCE_PARAMETER, id);
  return url.href;
}

function twilioError(body: unknown): ProviderError | undefined {
  const code = readId(body, 'code');
  const message = readText(body, 'message');
  return code === undefined || message === undefined ? undefined : { code, message, temporary: false };
}
