import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import { type ChatRecord, chatJson } from './chat-record.js';

/** Records `chat.updated` with the chat as it is now in this transaction, and gives that chat. */
export async function recordChatUpdated(
  { sql }: Transaction,
  { tenantId, now }: Context,
  chatId: string,
): Promise<ChatRecord> {
  const [row] = await sql(record, [tenantId, now(), newId(), chatId]);
  if (row === undefined) throw new Error(`Chat ${chatId} is not there to record its update`);
  return row.record;
}

const record = statement<{ record: ChatRecord }>(
  'record-chat-updated',
  recordingSql(
    `select $3::uuid as id, 'chat.updated' as type, null::text as legacy_type, chat.channel_id, chat.id as chat_id,
       chat.contact_id, ${chatJson('chat')} as data
     from chats chat where chat.tenant_id = $1::uuid and chat.id = $4::uuid`,
  ),
);
