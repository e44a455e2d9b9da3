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
  const [row] = await sql(record, [tenantId, now(), ...columnsOf([{ chatId, isNew: false }])]);
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
  if (chats.length > 0) send(recordMany, [tenantId, now(), ...columnsOf(chats)]);
}

/** The ids of both events of a chat: `chat.created`, null for a chat that is not new, and `chat.updated`. */
function columnsOf(chats: readonly WrittenChat[]): (string | null)[][] {
  return [
    chats.map(({ chatId }) => chatId),
    chats.map(({ isNew }) => (isNew ? newId() : null)),
    chats.map(() => newId()),
  ];
}

/** `offset 0` makes PostgreSQL look up each chat by its key, even when there are many. The record is built once for both events. */
const written = `
  select event.id, event.type, null::text as legacy_type, found.channel_id, found.id as chat_id, found.contact_id,
    found.data
  from unnest($3::uuid[], $4::uuid[], $5::uuid[]) as given(chat_id, created_id, updated_id)
  cross join lateral (
    select chat.id, chat.channel_id, chat.contact_id, ${chatJson('chat')} as data
    from chats chat where chat.tenant_id = $1::uuid and chat.id = given.chat_id offset 0
  ) found
  cross join lateral (
    values (given.created_id, 'chat.created'), (given.updated_id, 'chat.updated')
  ) as event(id, type)
  where event.id is not null`;

const record = statement<Recorded<ChatRecord>>('record-chat-updated', recordingSql(written));

const recordMany = statement('record-chats-written', recordingSql(written, 'count(*)::int as "eventCount"'));
