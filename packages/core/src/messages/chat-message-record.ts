import type { MessageStatus } from '@parley/database';
import { chats } from '../chats/chat-record.js';
import { type MessageRecord, messageColumns } from '../chats/message-record.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { defineResource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { CursorSearchable } from '../search/search-by-cursor.js';
import { jsonObject } from '../sql/json.js';
import { type MessageDetailsRecord, messageDetails } from './message-details.js';
import type { MessageErrorRecord } from './message-event.js';

/** A message with its chat and its status. */
export interface ChatMessageRecord extends MessageRecord, MessageDetailsRecord {
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
  isVisible: (row, tenant) => isNotErased(`${row}.chat_id`, tenant),
});

/**
 * Defines the search over the messages of one chat, newest first. A search within a chat needs no additional indexes,
 * and each index would slow down every message and every status change.
 */
export function messagesOf(chatId: string): CursorSearchable<ChatMessageRecord> {
  return {
    ...messages,
    parent: { resource: chats, id: chatId, column: 'chat_id' },
    searchColumn: 'text',
    defaultSort: 'timestamp:desc',
    fields,
  };
}

const fields: CursorSearchable<ChatMessageRecord>['fields'] = {
  id: { kind: 'id', column: 'id' },
  vendorId: { kind: 'text', column: 'vendor_id', isFilterOnly: true },
  sender: { ...enumField('message_sender'), column: 'sender' },
  type: { ...enumField('message_type'), column: 'type' },
  timestamp: { kind: 'timestamp', column: 'timestamp' },
  subject: { kind: 'text', column: 'subject', isFilterOnly: true },
  text: { kind: 'text', column: 'text', isFilterOnly: true },
  status: { ...enumField('message_status'), column: 'status' },
};

function chatMessageJson(row: string): string {
  return jsonObject<ChatMessageRecord>({
    ...messageColumns(row),
    ...messageDetails(row),
    status: `${row}.status`,
    chatId: `${row}.chat_id`,
    channelId: `${row}.channel_id`,
    contactId: contactIdSql(row),
    errors: `${row}.errors`,
  });
}

function contactIdSql(row: string): string {
  return `(select own_chat.contact_id from chats own_chat
    where own_chat.tenant_id = ${row}.tenant_id and own_chat.id = ${row}.chat_id)`;
}
