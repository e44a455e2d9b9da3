import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { type Recorded, recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import { type ChatRecord, chatJson } from './chat-record.js';

/** Records `chat.updated` with the chat as it is now in this transaction, and returns the chat. */
export async function recordChatUpdated(
  { sql }: Transaction,
  { tenantId, now }: Context,
  chatId: string,
): Promise<ChatRecord> {
  const [row] = await sql(record, [tenantId, now(), [newId()], [chatId]]);
  if (row === undefined) throw new Error(`Chat ${chatId} does not exist, so its update cannot be recorded`);
  return row.record;
}

/** Records `chat.updated` for many chats with one statement, without returning their records. */
export function recordChatsUpdated(
  { send }: Transaction,
  { tenantId, now }: Context,
  chatIds: readonly string[],
): void {
  if (chatIds.length > 0) send(recordMany, [tenantId, now(), chatIds.map(newId), chatIds]);
}

/** `offset 0` makes PostgreSQL look up each chat by its key, even when there are many. */
const updated = `
  select given.id, 'chat.updated' as type, null::text as legacy_type, found.channel_id, given.chat_id, found.contact_id,
    found.data
  from unnest($3::uuid[], $4::uuid[]) as given(id, chat_id)
  cross join lateral (
    select chat.channel_id, chat.contact_id, ${chatJson('chat')} as data
    from chats chat where chat.tenant_id = $1::uuid and chat.id = given.chat_id offset 0
  ) found`;

const record = statement<Recorded<ChatRecord>>('record-chat-updated', recordingSql(updated));

const recordMany = statement('record-chats-updated', recordingSql(updated, 'count(*)::int as "eventCount"'));
