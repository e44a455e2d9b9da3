import type { ChannelAdapter } from '../adapter/channel-adapter.js';
import { DEFAULT_GRAPH_URL } from '../meta/call-graph.js';
import { respondToChallenge } from '../meta/respond-to-challenge.js';
import { metaSecretsSchema } from '../meta/settings.js';
import { verifySignature } from '../meta/verify-signature.js';
import { webDestination } from '../settings/destination.js';
import { findInteractiveErrors, textOfChoices } from './interactive-content.js';
import { parseInbound } from './parse-inbound.js';
import { send } from './send.js';
import { sendReaction } from './send-reaction.js';
import { instagramSettingsSchema } from './settings.js';

/** Instagram direct messages through Meta's Graph API. */
export const instagramAdapter: ChannelAdapter = {
  provider: 'instagram',
  channelTypes: ['instagram'],
  authentication: 'signature',
  signatureHeader: 'x-hub-signature-256',
  settingsSchema: instagramSettingsSchema,
  secretsSchema: metaSecretsSchema,
  destination: webDestination(DEFAULT_GRAPH_URL, ['accessToken']),
  capabilities: {
    maxAttachments: 1,
    maxTextLength: 1000,
    textWithAttachment: false,
    findInteractiveErrors,
    reactionsOn: () => ['❤️'],
  },
  sending: { messagesPerSecond: 20, repeatable: false },
  verify: verifySignature,
  respondToChallenge,
  parseInbound,
  send,
  textOfChoices,
  sendReaction,
};
