import { type Statement, statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { transact } from '../sql/transact.js';
import { type ChatRecord, chats } from './chat-record.js';
import { recordChatUpdated } from './record-chat-updated.js';

/** Marks a chat as read and resets its count of unread messages. A chat that is already read does not change. */
export function markChatRead(context: Context, chatId: string): Promise<ChatRecord> {
  return mark(context, chatId, read);
}

/** Marks a chat as unread. A chat that is already unread does not change. */
export function markChatUnread(context: Context, chatId: string): Promise<ChatRecord> {
  return mark(context, chatId, unread);
}

function mark(context: Context, chatId: string, update: Statement<{ id: string }>): Promise<ChatRecord> {
  const { tenantId, now } = context;
  return transact(context, async (transaction) => {
    const changed = isId(chatId) ? await transaction.sql(update, [tenantId, now(), chatId]) : [];
    return changed.length > 0
      ? recordChatUpdated(transaction, context, chatId)
      : requireById(transaction.sql, chats, { tenantId, id: chatId });
  });
}

const read = statement<{ id: string }>(
  'mark-chat-read',
  `update chats set is_unread = false, unread_count = 0, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and (is_unread or unread_count > 0) and ${isNotErased('chats.id')}
   returning id`,
);

const unread = statement<{ id: string }>(
  'mark-chat-unread',
  `update chats set is_unread = true, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and not is_unread and ${isNotErased('chats.id')}
   returning id`,
);
