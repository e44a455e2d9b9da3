import type { Context } from '../context.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import { chats } from './chat-record.js';
import { eraseNoteEventsOf } from './erase-note-events.js';
import { recordChatsDeleted } from './record-chats-deleted.js';

/** Deletes a chat with its messages and notes, and records `chat.deleted`. */
export function deleteChat(context: Context, chatId: string): Promise<DeleteResult> {
  return deleteById(context, chats, chatId, {
    async prepare(transaction) {
      recordChatsDeleted(transaction, context, [chatId]);
      await eraseNoteEventsOf(transaction, context, chatId);
    },
  });
}
