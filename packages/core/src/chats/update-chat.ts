import type { Context } from '../context.js';
import { updateIfDifferent } from '../resources/write-record.js';
import { transact } from '../sql/transact.js';
import { type ChatRecord, chats } from './chat-record.js';
import { recordChatUpdated } from './record-chat-updated.js';

interface ChatUpdate {
  readonly chatId: string;
  readonly isSensitive?: boolean;
}

/** Absent fields stay as they are. Unchanged values change nothing and emit no event. */
export function updateChat(context: Context, { chatId: id, isSensitive }: ChatUpdate): Promise<ChatRecord> {
  const values = { is_sensitive: isSensitive };
  return transact(context, async (transaction) => {
    const { record, isChanged } = await updateIfDifferent(transaction, context, chats, { id, values });
    return isChanged ? recordChatUpdated(transaction, context, record.id) : record;
  });
}
