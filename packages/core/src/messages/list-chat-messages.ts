import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { invalidParam, notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { type ChatMessageRecord, chatMessageJson } from './chat-message-record.js';
import { readCursor, writeCursor } from './message-cursor.js';

export interface MessagePageRequest {
  readonly chatId: string;
  /** What the page before gave; left out, the newest messages are given. */
  readonly cursor?: string;
  readonly limit?: number;
}

export interface MessagePage {
  readonly records: readonly ChatMessageRecord[];
  readonly limit: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The messages of a chat, newest first. The pages follow the messages, so those that come in between move nothing. */
export async function listChatMessages(
  { database, tenantId }: Context,
  { chatId, cursor, limit = 10 }: MessagePageRequest,
): Promise<MessagePage> {
  const after = cursor === undefined ? newest : readCursor(cursor);
  if (after === undefined) throw invalidParam('cursor', 'invalid_string', 'Not a cursor of this operation');
  if (!isId(chatId)) throw notFound('chat');
  const [chat] = await database.sql(list, [tenantId, chatId, after.timestamp, after.id, limit + 1]);
  if (chat === undefined) throw notFound('chat');
  const records = chat.records.slice(0, limit);
  const last = chat.records.length > limit ? records.at(-1) : undefined;
  return { records, limit, nextCursor: last ? writeCursor(last) : null };
}

/** Before which every message is. */
const newest = { timestamp: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const list = statement<{ records: ChatMessageRecord[] }>(
  'list-chat-messages',
  `select (
     select coalesce(json_agg(${chatMessageJson('page', 'chat.contact_id')}), '[]'::json) from (
       select * from messages message
       where message.tenant_id = $1::uuid and message.chat_id = $2::uuid
         and (message.timestamp, message.id) < ($3::timestamptz, $4::uuid)
       order by message.timestamp desc, message.id desc limit $5::int
     ) page
   ) as records
   from chats chat where chat.tenant_id = $1::uuid and chat.id = $2::uuid`,
);
