import { isNotErased } from '../../resources/is-not-erased.js';
import type { CursorSearchable } from '../../search/search-by-cursor.js';
import { jsonList, jsonObject, timestampText } from '../../sql/json.js';
import { chats } from '../chat-record.js';

/** A note on a chat. Users who were deleted since are not part of it. */
export interface NoteRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly chatId: string;
  readonly contactId: string;
  readonly text: string;
  readonly authorUserId: string | null;
  /** Null for a token of another issuer. */
  readonly authorKeyId: string | null;
  readonly mentionedUserIds: readonly string[];
}

/** Defines the search over the notes of one chat, newest first. */
export function notesOf(chatId: string): CursorSearchable<NoteRecord> {
  return {
    table: 'chat_notes',
    recordOf: noteJson,
    isVisible: (row, tenant) => isNotErased(`${row}.chat_id`, tenant),
    parent: { resource: chats, id: chatId, column: 'chat_id' },
    searchColumn: 'text',
    defaultSort: 'createdAt:desc',
    fields: {
      id: { kind: 'id', column: 'id' },
      createdAt: { kind: 'timestamp', column: 'created_at' },
      text: { kind: 'text', column: 'text', isFilterOnly: true },
    },
  };
}

export function noteJson(row: string): string {
  return jsonObject<NoteRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    chatId: `${row}.chat_id`,
    contactId: `(select own_chat.contact_id from chats own_chat
      where own_chat.tenant_id = ${row}.tenant_id and own_chat.id = ${row}.chat_id)`,
    text: `${row}.text`,
    authorUserId: `(select author.id from users author
      where author.tenant_id = ${row}.tenant_id and author.id = ${row}.author_user_id)`,
    authorKeyId: `${row}.author_key_id`,
    mentionedUserIds: jsonList({
      item: 'mentioned.id',
      from: `unnest(${row}.mentioned_user_ids) with ordinality as mention(id, place)
        join users mentioned on mentioned.tenant_id = ${row}.tenant_id and mentioned.id = mention.id`,
      orderBy: 'mention.place',
    }),
  });
}
