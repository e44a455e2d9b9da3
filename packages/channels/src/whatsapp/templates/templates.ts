import type { ChannelTemplates } from '../../adapter/channel-adapter.js';
import { textSetting } from '../../settings/read-setting.js';
import { list } from './list-templates.js';
import { findErrors, submit } from './submit-template.js';

/** Templates belong to a WhatsApp Business account, which may have several phone numbers. */
export const whatsappTemplates: ChannelTemplates = {
  accountOf: ({ settings }) => textSetting(settings, 'businessAccountId'),
  findErrors: (template, { settings }) => [
    ...findErrors(template),
    ...(template.file === null || textSetting(settings, 'appId') !== undefined ? [] : [withoutApp]),
  ],
  submit,
  list,
};

const withoutApp = 'A template with a file needs the setting appId of the channel, the id of the Meta app';
