import type { ChannelType, MessageTemplateStatus } from '@parley/database';
import { defineResource } from '../resources/resource.js';
import { jsonObject, timestampText } from '../sql/json.js';

export interface MessageTemplateRecord {
  readonly id: string;
  readonly name: string;
  readonly channelType: ChannelType | null;
  readonly language: string | null;
  readonly body: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly status: MessageTemplateStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const messageTemplates = defineResource<MessageTemplateRecord>({
  name: 'message_template',
  table: 'message_templates',
  recordOf: (row) =>
    jsonObject<MessageTemplateRecord>({
      id: `${row}.id`,
      name: `${row}.name`,
      channelType: `${row}.channel_type`,
      language: `${row}.language`,
      body: `${row}.body`,
      content: `${row}.content`,
      status: `${row}.status`,
      createdAt: timestampText(`${row}.created_at`),
      updatedAt: timestampText(`${row}.updated_at`),
    }),
});
