import type { ChannelAdapter } from '../adapter/channel-adapter.js';
import { smtpDestination } from '../settings/destination.js';
import { DEFAULT_SMTP_PORT, emailSecretsSchema, emailSettingsSchema } from './settings.js';
import { verify } from './verify.js';

/** Email: it is sent by SMTP, and received as a JSON post from the gateway that receives the mail. */
export const emailAdapter: ChannelAdapter = {
  provider: 'email',
  channelTypes: ['email'],
  authentication: 'secret',
  settingsSchema: emailSettingsSchema,
  secretsSchema: emailSecretsSchema,
  destination: smtpDestination(DEFAULT_SMTP_PORT, ['password']),
  capabilities: { maxAttachments: 10, maxTextLength: 100_000, textWithAttachment: true },
  // Every attempt has the same Message-ID, so mail clients show a mail that arrives twice only once.
  sending: { messagesPerSecond: 10, repeatable: true },
  verify,
  // The parsers of mail and HTML and the client of SMTP are large, and most processes never need them.
  async parseInbound(...inbound) {
    const { parseInbound } = await import('./parse-inbound.js');
    return parseInbound(...inbound);
  },
  async send(...call) {
    const { send } = await import('./send.js');
    return send(...call);
  },
};
