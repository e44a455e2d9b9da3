import type { ChannelType, MessageTemplateStatus } from '@parley/database';
import { defineResource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';
import type { RegistrationRecord } from './registration.js';

export interface MessageTemplateRecord {
  readonly id: string;
  readonly name: string;
  /** Null for every type of channel. */
  readonly channelType: ChannelType | null;
  readonly language: string | null;
  readonly body: string;
  /** The header and the buttons of the template, in the provider's form. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly mediaFileId: string | null;
  readonly status: MessageTemplateStatus;
  /** Null for a template that no provider has reviewed. */
  readonly registration: RegistrationRecord | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const messageTemplates: SearchableResource<MessageTemplateRecord> = {
  ...defineResource<MessageTemplateRecord>({
    name: 'message_template',
    table: 'message_templates',
    recordOf: messageTemplateJson,
  }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
    channelType: { ...enumField('channel_type'), column: 'channel_type' },
    language: { kind: 'text', column: 'language' },
    status: { ...enumField('message_template_status'), column: 'status' },
  },
};

export function messageTemplateJson(row: string): string {
  return jsonObject<MessageTemplateRecord>({
    id: `${row}.id`,
    name: `${row}.name`,
    channelType: `${row}.channel_type`,
    language: `${row}.language`,
    body: `${row}.body`,
    content: `${row}.content`,
    mediaFileId: `${row}.media_file_id`,
    status: `${row}.status`,
    registration: `${row}.registration`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
  });
}
