import type { ObjectSchema } from '../adapter/object-schema.js';
import { messagesPerSecondSetting } from '../settings/messages-per-second.js';

export const sandboxSettingsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: [],
  properties: { ...messagesPerSecondSetting },
};

export const sandboxSecretsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: [],
  properties: {},
};
