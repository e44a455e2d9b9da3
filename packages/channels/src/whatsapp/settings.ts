import type { ObjectSchema } from '../adapter/object-schema.js';
import { graphSettings } from '../meta/settings.js';
import { messagesPerSecondSetting } from '../settings/messages-per-second.js';

export const whatsappSettingsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['phoneNumberId'],
  properties: {
    phoneNumberId: {
      type: 'string',
      description: 'Id of the business phone number. Notifications about other numbers are ignored.',
      pattern: '^\\d{1,32}$',
    },
    businessAccountId: {
      type: 'string',
      description:
        'Id of the WhatsApp Business account. It is needed to submit and synchronize message templates.',
      pattern: '^\\d{1,32}$',
    },
    appId: {
      type: 'string',
      description: 'Id of the Meta app. It is needed to submit message templates with a file.',
      pattern: '^\\d{1,32}$',
    },
    ...graphSettings,
    ...messagesPerSecondSetting,
  },
};
