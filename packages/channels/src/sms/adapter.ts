import type { ChannelAdapter } from '../adapter/channel-adapter.js';
import { webDestination } from '../settings/destination.js';
import { fetchAttachment } from './fetch-attachment.js';
import { parseInbound } from './parse-inbound.js';
import { send } from './send.js';
import { DEFAULT_TWILIO_URL, smsSecretsSchema, smsSettingsSchema } from './settings.js';
import { verify } from './verify.js';

/** SMS and MMS through Twilio. */
export const smsAdapter: ChannelAdapter = {
  provider: 'sms',
  channelTypes: ['sms'],
  authentication: 'signature',
  signatureHeader: 'x-twilio-signature',
  settingsSchema: smsSettingsSchema,
  secretsSchema: smsSecretsSchema,
  destination: webDestination(DEFAULT_TWILIO_URL, ['authToken']),
  capabilities: { maxAttachments: 10, maxTextLength: 1600, textWithAttachment: true },
  sending: { messagesPerSecond: 10, repeatable: false },
  verify,
  parseInbound,
  send,
  fetchAttachment,
};
