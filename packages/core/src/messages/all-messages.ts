import { enumField } from '../search/declared-enums.js';
import type { CursorSearchable } from '../search/search-by-cursor.js';
import { type ChatMessageRecord, messages } from './chat-message-record.js';
import { originType } from './message-details.js';
import { findWords } from './words/find-words.js';

/**
 * Defines the search over the messages of all chats, newest first. Indexes find the messages of a chat, of a contact, of a
 * channel and of a time. Other fields have none, because an index would slow down every message; they are compared in the
 * order of the page.
 */
export const allMessages: CursorSearchable<ChatMessageRecord> = {
  ...messages,
  searchColumn: 'text',
  findText: findWords,
  defaultSort: 'timestamp:desc',
  cursorKey: 'all messages',
  advice:
    'Narrow it by a range of `timestamp`, or by `eq` on `chatId`, `contactId` or `channelId`, and search for rarer words.',
  fields: {
    id: { kind: 'id', column: 'id' },
    chatId: { kind: 'id', column: 'chat_id', isFilterOnly: true },
    contactId: { kind: 'id', column: 'own_chat.contact_id', within: chatOf },
    channelId: { kind: 'id', column: 'channel_id', isFilterOnly: true },
    sender: { ...enumField('message_sender'), column: 'sender', isFilterOnly: true },
    type: { ...enumField('message_type'), column: 'type', isFilterOnly: true },
    status: { ...enumField('message_status'), column: 'status', isFilterOnly: true },
    originType: {
      ...enumField('message_origin'),
      column: (row) => `(${originType(row)})::message_origin`,
      isFilterOnly: true,
      isComputed: true,
    },
    originId: { kind: 'id', column: 'origin_id', isFilterOnly: true },
    timestamp: { kind: 'timestamp', column: 'timestamp' },
  },
};

function chatOf(row: string): string {
  return `chats own_chat where own_chat.tenant_id = ${row}.tenant_id and own_chat.id = ${row}.chat_id`;
}
