import { messagesPerSecondSetting } from '../messages-per-second.js';
import type { ObjectSchema } from '../object-schema.js';

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
