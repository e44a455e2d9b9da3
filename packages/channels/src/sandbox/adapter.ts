import type {
  AcceptedReactions,
  ChannelAdapter,
  ChannelConfiguration,
  ChannelType,
  ProviderCallOptions,
  SendResult,
} from '../adapter/channel-adapter.js';
import type { OutboundMessage, OutboundReaction } from '../adapter/outbound-message.js';
import { findInteractiveErrors as findInstagramErrors } from '../instagram/interactive-content.js';
import { parseInbound } from './parse-inbound.js';
import { recipientAt } from './recipients.js';
import { sandboxSecretsSchema, sandboxSettingsSchema } from './settings.js';
import { sandboxTemplates } from './templates.js';

/**
 * Simulates any type of channel without an account: each message counts as sent, delivered and read, except at the
 * addresses of `sandboxRecipients`.
 */
export const sandboxAdapter: ChannelAdapter = {
  provider: 'sandbox',
  channelTypes: ['whatsapp', 'instagram', 'sms', 'email'],
  authentication: 'token',
  settingsSchema: sandboxSettingsSchema,
  secretsSchema: sandboxSecretsSchema,
  destination: null,
  capabilities: {
    maxAttachments: 10,
    maxTextLength: 100_000,
    textWithAttachment: true,
    reactionsOn: (type) => REACTIONS[type],
    findInteractiveErrors: (interactive, type) =>
      type === 'instagram' ? findInstagramErrors(interactive) : [],
  },
  sending: { messagesPerSecond: 1000, repeatable: true },
  templates: sandboxTemplates,
  // The API has already checked a bearer token: `authentication` requires it.
  verify: () => ({ ok: true }),
  parseInbound,
  send,
  sendReaction,
};

/** The sandbox accepts what the provider of the type accepts. */
const REACTIONS: Readonly<Record<ChannelType, AcceptedReactions>> = {
  whatsapp: 'any',
  instagram: ['❤️'],
  sms: [],
  email: [],
};

async function sendReaction(
  { to }: OutboundReaction,
  _channel: ChannelConfiguration,
  { attempt = 1 }: ProviderCallOptions = {},
): Promise<void> {
  const error = recipientAt(to)?.refuse?.(attempt);
  if (error) throw error;
}

async function send(
  { id, to }: OutboundMessage,
  _channel: ChannelConfiguration,
  { attempt = 1 }: ProviderCallOptions = {},
): Promise<SendResult> {
  const error = recipientAt(to)?.refuse?.(attempt);
  if (error) throw error;
  return { vendorId: `sandbox-${id}`, walk: ['sent', 'delivered', 'read'] };
}
