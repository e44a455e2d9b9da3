import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { transact } from '../sql/transact.js';
import { type ChatRecord, chats } from './chat-record.js';
import { recordChatUpdated } from './record-chat-updated.js';

interface ChatUpdate {
  readonly chatId: string;
  readonly isSensitive?: boolean;
}

/** Updates a chat. Absent fields remain unchanged. Unchanged values have no effect and emit no event. */
export function updateChat(context: Context, { chatId: id, isSensitive }: ChatUpdate): Promise<ChatRecord> {
  const { tenantId, now } = context;
  return transact(context, async (transaction) => {
    const [changed] = isId(id)
      ? await transaction.sql(update, [tenantId, now(), id, isSensitive ?? null])
      : [];
    return changed
      ? recordChatUpdated(transaction, context, changed.id)
      : requireById(transaction.sql, chats, { tenantId, id });
  });
}

/** This is SQL, like every write of a chat: the event follows in the next statement of the same transaction. */
const update = statement<{ id: string }>(
  'update-chat',
  `update chats set is_sensitive = $4::boolean, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and is_sensitive <> $4::boolean and ${isNotErased('chats.id')}
   returning id`,
);
