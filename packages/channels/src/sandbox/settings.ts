import type { ObjectSchema } from '../object-schema.js';

export const sandboxSettingsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: [],
  properties: {},
};
