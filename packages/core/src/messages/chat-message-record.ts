import type { MessageStatus } from '@parley/database';
import { defineResource } from '../resources/resource.js';
import { jsonObject } from '../sql/json.js';
import type { MessageErrorRecord } from './message-event.js';
import { type MessageRecord, messageColumns } from './message-record.js';

/** A message with its place and how far it has come. */
export interface ChatMessageRecord extends MessageRecord {
  readonly status: MessageStatus;
  readonly chatId: string;
  readonly channelId: string;
  readonly contactId: string;
  readonly errors: readonly MessageErrorRecord[];
}

export const messages = defineResource<ChatMessageRecord>({
  name: 'message',
  table: 'messages',
  recordOf: (row) => chatMessageJson(row),
});

/** Where the caller knows the contact, it says so and spares the look-up. */
export function chatMessageJson(row: string, contactId = contactIdSql(row)): string {
  return jsonObject<ChatMessageRecord>({
    ...messageColumns(row),
    status: `${row}.status`,
    chatId: `${row}.chat_id`,
    channelId: `${row}.channel_id`,
    contactId,
    errors: `${row}.errors`,
  });
}

function contactIdSql(row: string): string {
  return `(select own_chat.contact_id from chats own_chat
    where own_chat.tenant_id = ${row}.tenant_id and own_chat.id = ${row}.chat_id)`;
}
