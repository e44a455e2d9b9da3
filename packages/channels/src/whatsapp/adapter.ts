import type { ChannelAdapter } from '../adapter/channel-adapter.js';
import { DEFAULT_GRAPH_URL } from '../meta/call-graph.js';
import { respondToChallenge } from '../meta/respond-to-challenge.js';
import { metaSecretsSchema } from '../meta/settings.js';
import { verifySignature } from '../meta/verify-signature.js';
import { webDestination } from '../settings/destination.js';
import { fetchAttachment } from './fetch-attachment.js';
import { parseInbound } from './parse-inbound.js';
import { send } from './send.js';
import { sendReaction } from './send-reaction.js';
import { whatsappSettingsSchema } from './settings.js';
import { whatsappTemplates } from './templates/templates.js';

/** WhatsApp through Meta's Cloud API. */
export const whatsappAdapter: ChannelAdapter = {
  provider: 'whatsapp',
  channelTypes: ['whatsapp'],
  authentication: 'signature',
  signatureHeader: 'x-hub-signature-256',
  settingsSchema: whatsappSettingsSchema,
  secretsSchema: metaSecretsSchema,
  destination: webDestination(DEFAULT_GRAPH_URL, ['accessToken']),
  capabilities: {
    maxAttachments: 1,
    maxTextLength: 4096,
    textWithAttachment: true,
    findInteractiveErrors: () => [],
    reactionsOn: () => 'any',
  },
  sending: { messagesPerSecond: 80, repeatable: false },
  templates: whatsappTemplates,
  verify: verifySignature,
  respondToChallenge,
  parseInbound,
  send,
  sendReaction,
  fetchAttachment,
};
