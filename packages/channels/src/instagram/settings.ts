import type { ObjectSchema } from '../adapter/object-schema.js';
import { graphSettings } from '../meta/settings.js';
import { messagesPerSecondSetting } from '../settings/messages-per-second.js';

export const instagramSettingsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['accountId'],
  properties: {
    accountId: {
      type: 'string',
      description: 'Id of the professional account. Notifications about other accounts are ignored.',
      pattern: '^\\d{1,32}$',
    },
    ...graphSettings,
    ...messagesPerSecondSetting,
  },
};
