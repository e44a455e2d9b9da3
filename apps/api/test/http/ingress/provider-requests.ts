import { createHmac } from 'node:crypto';
import type { Prisma } from '@parley/database';
import { fields } from '../../../../../packages/channels/test/payloads/email.js';
import * as instagram from '../../../../../packages/channels/test/payloads/instagram.js';
import { inboundText } from '../../../../../packages/channels/test/payloads/sms.js';
import { textMessage } from '../../../../../packages/channels/test/payloads/whatsapp.js';
import {
  emailChannel,
  instagramChannel,
  metaSignature,
  smsChannel,
  whatsappChannel,
} from '../../../../../packages/channels/test/support/ingress-request.js';

export interface ProviderRequest {
  readonly text: string;
  readonly headers: Record<string, string>;
}

/** How a provider calls the ingress: its channel, one inbound message, and its signature of a body. */
export interface ProviderCase {
  readonly provider: 'whatsapp' | 'instagram' | 'sms' | 'email';
  readonly channel: Pick<Prisma.ChannelUncheckedCreateInput, 'type' | 'provider' | 'settings' | 'secrets'>;
  readonly body: string;
  readonly sign: (body: string, url: string) => Record<string, string>;
  readonly expected: { readonly text: string; readonly handle: string; readonly legacyType: string };
}

const json = { 'content-type': 'application/json' };

const signByMeta = (body: string) => ({ ...json, 'x-hub-signature-256': metaSignature(Buffer.from(body)) });

export function signByTwilio(body: string, url: string): Record<string, string> {
  const form = [...new URLSearchParams(body)].sort(([one], [other]) => (one < other ? -1 : 1));
  const signed = url + form.map(([name, value]) => name + value).join('');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': createHmac('sha1', 'twilio-token').update(signed).digest('base64'),
  };
}

export const providerCases: readonly ProviderCase[] = [
  {
    provider: 'whatsapp',
    channel: channelOf('whatsapp', whatsappChannel),
    body: JSON.stringify(textMessage),
    sign: signByMeta,
    expected: {
      text: 'Does it come in green?',
      handle: '+16505551234',
      legacyType: 'WHATSAPP_MESSAGE_RECEIVED',
    },
  },
  {
    provider: 'instagram',
    channel: channelOf('instagram', instagramChannel),
    body: JSON.stringify(instagram.text),
    sign: signByMeta,
    expected: {
      text: 'Is it still there?',
      handle: '6547000000000001',
      legacyType: 'INSTAGRAM_MESSAGE_RECEIVED',
    },
  },
  {
    provider: 'sms',
    channel: channelOf('sms', smsChannel),
    body: new URLSearchParams(inboundText).toString(),
    sign: signByTwilio,
    expected: { text: 'Hello & wëlcome', handle: '+16505551234', legacyType: 'SMS_MESSAGE_RECEIVED' },
  },
  {
    provider: 'email',
    channel: channelOf('email', emailChannel),
    body: JSON.stringify(fields),
    sign: () => ({ ...json, 'x-parley-secret': 'a-secret-of-the-mail-gateway' }),
    expected: {
      text: 'Where is my order?',
      handle: 'jane.doe@example.com',
      legacyType: 'EMAIL_MESSAGE_RECEIVED',
    },
  },
];

export function caseOf(provider: ProviderCase['provider']): ProviderCase {
  const found = providerCases.find((entry) => entry.provider === provider);
  if (found === undefined) throw new Error(`There is no case for ${provider}`);
  return found;
}

function channelOf(
  provider: ProviderCase['provider'],
  { settings, secrets }: { settings: unknown; secrets: unknown },
): ProviderCase['channel'] {
  // The settings in the tests are plain JSON.
  const values = { settings: settings as Prisma.InputJsonObject, secrets: secrets as Prisma.InputJsonObject };
  return { type: provider, provider, ...values };
}
