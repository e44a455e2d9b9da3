import type { ObjectSchema } from '../adapter/object-schema.js';
import { messagesPerSecondSetting } from '../settings/messages-per-second.js';

export const DEFAULT_SMTP_PORT = 587;

export const emailSettingsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['host', 'from'],
  properties: {
    host: { type: 'string', description: 'Name of the SMTP server.', format: 'hostname', minLength: 1 },
    port: {
      type: 'integer',
      description: 'Its port.',
      minimum: 1,
      maximum: 65535,
      default: DEFAULT_SMTP_PORT,
    },
    secure: { type: 'boolean', description: 'TLS from the first byte, as on port 465.', default: false },
    requireTls: {
      type: 'boolean',
      description:
        'Fail when the server offers no STARTTLS. Only a server on loopback may be used without TLS.',
      default: true,
    },
    username: {
      type: 'string',
      description: 'Account on the SMTP server; omit it for a relay without authentication.',
    },
    from: { type: 'string', description: 'Sender address of messages.', format: 'email' },
    fromName: { type: 'string', description: 'Name shown with the sender address.' },
    defaultSubject: {
      type: 'string',
      description: 'Subject of messages without a subject.',
      default: 'New message',
    },
    authservId: {
      type: 'string',
      description:
        'Name that your receiving mail server writes at the beginning of Authentication-Results (RFC 8601). Only its results are kept.',
      minLength: 1,
    },
    ...messagesPerSecondSetting,
  },
};

export const emailSecretsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['ingressSecret'],
  properties: {
    ingressSecret: {
      type: 'string',
      description: 'Secret that your mail gateway sends in the header X-Parley-Secret with inbound mail.',
      minLength: 16,
    },
    password: { type: 'string', description: 'Password of the account on the SMTP server.' },
  },
};
