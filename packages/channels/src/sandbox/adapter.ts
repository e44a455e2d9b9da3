import type { ChannelAdapter } from '../adapter/channel-adapter.js';
import type { OutboundMessage } from '../adapter/outbound-message.js';
import { parseInbound } from './parse-inbound.js';
import { sandboxSecretsSchema, sandboxSettingsSchema } from './settings.js';

/** Simulates any type of channel without an account: each message counts as sent, delivered and read. */
export const sandboxAdapter: ChannelAdapter = {
  provider: 'sandbox',
  channelTypes: ['whatsapp', 'instagram', 'sms', 'email'],
  authentication: 'token',
  settingsSchema: sandboxSettingsSchema,
  secretsSchema: sandboxSecretsSchema,
  destination: null,
  capabilities: { maxAttachments: 10, maxTextLength: 100_000, textWithAttachment: true },
  sending: { messagesPerSecond: 1000, repeatable: true },
  // The API has already checked a bearer token: `authentication` requires it.
  verify: () => ({ ok: true }),
  parseInbound,
  send: async (message: OutboundMessage) => ({
    vendorId: `sandbox-${message.id}`,
    walk: ['sent', 'delivered', 'read'],
  }),
};
