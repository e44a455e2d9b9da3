import type { Context } from '../context.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import { chats } from './chat-record.js';
import { recordChatsDeleted } from './record-chats-deleted.js';

/** Deletes a chat with its messages, and records `chat.deleted`. */
export function deleteChat(context: Context, chatId: string): Promise<DeleteResult> {
  return deleteById(context, chats, chatId, {
    prepare: async (transaction) => recordChatsDeleted(transaction, context, [chatId]),
  });
}
