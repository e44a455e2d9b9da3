import { messagesPerSecondSetting } from '../messages-per-second.js';
import { graphSettings } from '../meta/settings.js';
import type { ObjectSchema } from '../object-schema.js';

export const whatsappSettingsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['phoneNumberId'],
  properties: {
    phoneNumberId: {
      type: 'string',
      description: 'Id of the business phone number. Notifications about other numbers are left alone.',
      pattern: '^\\d{1,32}$',
    },
    ...graphSettings,
    ...messagesPerSecondSetting,
  },
};
