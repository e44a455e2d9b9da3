import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { transact } from '../sql/transact.js';
import { type ChatRecord, chats } from './chat-record.js';
import { type ChatParties, ensureChat } from './ensure-chat.js';

/** Returns the chat with a contact on a channel, and creates it when there is none. */
export function createChat(context: Context, parties: ChatParties): Promise<ChatRecord> {
  return transact(context, async (transaction) => {
    const id = await ensureChat(transaction, context, parties);
    return requireById(transaction.sql, chats, { tenantId: context.tenantId, id });
  });
}
