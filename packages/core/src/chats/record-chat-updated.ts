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
  const [row] = await sql(record, [tenantId, now(), [newId()], [chatId], ['chat.updated']]);
  if (row === undefined) throw new Error(`Chat ${chatId} does not exist, so its update cannot be recorded`);
  return row.record;
}

export interface WrittenChat {
  readonly chatId: string;
  readonly isNew: boolean;
}

/**
 * Records `chat.updated` for chats with one statement, and `chat.created` before it for those that are new. Earlier
 * releases have emitted `chat.updated` for a new chat, so it is emitted still.
 */
export function recordChatsWritten(
  { send }: Transaction,
  { tenantId, now }: Context,
  chats: readonly WrittenChat[],
): void {
  const events = chats.flatMap(({ chatId, isNew }) => [
    ...(isNew ? [{ id: newId(), chatId, type: 'chat.created' }] : []),
    { id: newId(), chatId, type: 'chat.updated' },
  ]);
  if (events.length === 0) return;
  const columns = [
    events.map(({ id }) => id),
    events.map(({ chatId }) => chatId),
    events.map(({ type }) => type),
  ];
  send(recordMany, [tenantId, now(), ...columns]);
}

/** `offset 0` makes PostgreSQL look up each chat by its key, even when there are many. */
const written = `
  select given.id, given.type, null::text as legacy_type, found.channel_id, given.chat_id, found.contact_id,
    found.data
  from unnest($3::uuid[], $4::uuid[], $5::text[]) as given(id, chat_id, type)
  cross join lateral (
    select chat.channel_id, chat.contact_id, ${chatJson('chat')} as data
    from chats chat where chat.tenant_id = $1::uuid and chat.id = given.chat_id offset 0
  ) found`;

const record = statement<Recorded<ChatRecord>>('record-chat-updated', recordingSql(written));

const recordMany = statement('record-chats-written', recordingSql(written, 'count(*)::int as "eventCount"'));
