import type { ChatStatus } from '@parley/database';
import { type ContactRecord, contactJson } from '../contacts/contact-record.js';
import { textOfItsContact } from '../contacts/contact-text.js';
import { type HandleRecord, handleJson } from '../contacts/handle-record.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { defineResource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';
import { type MessageRecord, messageJson } from './message-record.js';

export interface ChatRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: ChatStatus;
  readonly isUnread: boolean;
  readonly openUntil: string | null;
  readonly unreadCount: number;
  readonly channelId: string;
  readonly contactId: string;
  readonly contact: ContactRecord;
  readonly handleId: string;
  readonly handle: HandleRecord;
  readonly latestMessage: MessageRecord | null;
  readonly assignedUserId: string | null;
  readonly assignedTeamId: string | null;
  readonly isSensitive: boolean;
  /** Null unless the chat is snoozed until a certain time. */
  readonly snoozedUntil: string | null;
}

export const chats: SearchableResource<ChatRecord> = {
  ...defineResource<ChatRecord>({
    name: 'chat',
    table: 'chats',
    recordOf: chatJson,
    isVisible: (row, tenant) => isNotErased(`${row}.id`, tenant),
  }),
  searchColumn: textOfItsContact,
  states: {
    table: 'chat_states',
    key: 'chat_id',
    columns: ['status', 'is_unread', 'open_until', 'updated_at'],
    otherColumns: [
      'created_at',
      'channel_id',
      'contact_id',
      'handle_id',
      'unread_count',
      'latest_message_id',
      'assigned_user_id',
      'assigned_team_id',
      'is_sensitive',
      'snoozed_until',
    ],
  },
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    status: { ...enumField('chat_status'), column: 'status' },
    isUnread: { kind: 'boolean', column: 'is_unread' },
    openUntil: { kind: 'timestamp', column: 'open_until' },
    channelId: { kind: 'id', column: 'channel_id' },
    contactId: { kind: 'id', column: 'contact_id' },
    assignedUserId: { kind: 'text', column: 'assigned_user_id' },
    assignedTeamId: { kind: 'text', column: 'assigned_team_id' },
    isSensitive: { kind: 'boolean', column: 'is_sensitive' },
    snoozedUntil: { kind: 'timestamp', column: 'snoozed_until' },
  },
};

export function chatJson(row: string): string {
  return jsonObject<ChatRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    status: `${row}.status`,
    isUnread: `${row}.is_unread`,
    openUntil: timestampText(`${row}.open_until`),
    unreadCount: `${row}.unread_count`,
    channelId: `${row}.channel_id`,
    contactId: `${row}.contact_id`,
    contact: `(select ${contactJson('contact')} from contacts contact
      where contact.tenant_id = ${row}.tenant_id and contact.id = ${row}.contact_id)`,
    handleId: `${row}.handle_id`,
    handle: `(select ${handleJson('handle', 'true')} from handles handle
      where handle.tenant_id = ${row}.tenant_id and handle.contact_id = ${row}.contact_id
        and handle.id = ${row}.handle_id)`,
    latestMessage: `(select ${messageJson('message')} from messages message
      where message.tenant_id = ${row}.tenant_id and message.chat_id = ${row}.id
        and message.id = ${row}.latest_message_id)`,
    assignedUserId: `${row}.assigned_user_id`,
    assignedTeamId: `${row}.assigned_team_id`,
    isSensitive: `${row}.is_sensitive`,
    snoozedUntil: timestampText(`${row}.snoozed_until`),
  });
}
