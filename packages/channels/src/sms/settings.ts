import type { ObjectSchema } from '../adapter/object-schema.js';
import { messagesPerSecondSetting } from '../settings/messages-per-second.js';

export const DEFAULT_TWILIO_URL = 'https://api.twilio.com';

/** Messages are sent from `from` or from `messagingServiceSid`; one of the two is required for sending. */
export const smsSettingsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['accountSid'],
  properties: {
    accountSid: { type: 'string', description: 'Account SID of Twilio.', pattern: '^AC[0-9a-fA-F]{32}$' },
    from: {
      type: 'string',
      description: 'Number, short code or sender name from which messages are sent.',
      minLength: 1,
    },
    messagingServiceSid: {
      type: 'string',
      description: 'Messaging service that chooses the number; it is used instead of `from`.',
      pattern: '^MG[0-9a-fA-F]{32}$',
    },
    baseUrl: {
      type: 'string',
      description:
        'Base URL of the Twilio API; set it to test against a server of your own. Only a server on loopback may be used without https.',
      format: 'uri',
      pattern: '^https?://',
      default: DEFAULT_TWILIO_URL,
    },
    ...messagesPerSecondSetting,
  },
};

export const smsSecretsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['authToken'],
  properties: {
    authToken: {
      type: 'string',
      description: 'Auth token of the account, with which messages are sent and callbacks are signed.',
      minLength: 1,
    },
  },
};
