import type { ChannelTemplates } from '../../adapter/channel-adapter.js';
import { textSetting } from '../../settings/read-setting.js';
import { list } from './list-templates.js';
import { findErrors, submit } from './submit-template.js';

/** Templates belong to a WhatsApp Business account, which may have several phone numbers. */
export const whatsappTemplates: ChannelTemplates = {
  accountOf: ({ settings }) => textSetting(settings, 'businessAccountId'),
  findErrors,
  submit,
  list,
};
