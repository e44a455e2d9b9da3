import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { jsonObject } from '../sql/json.js';
import type { Transaction } from '../sql/transact.js';

/** The data of `chat.deleted`: ids only, because the event outlives the person's data. */
export interface DeletedChatRecord {
  readonly id: string;
  readonly contactId: string;
  readonly channelId: string;
}

/** Records `chat.deleted` for the chats that exist, and locks them: of two deletions, only one records the event. */
export function recordChatsDeleted(
  { send }: Transaction,
  { tenantId, now }: Context,
  chatIds: readonly string[],
): void {
  if (chatIds.length > 0) send(record, [tenantId, now(), chatIds.map(newId), chatIds]);
}

const record = statement(
  'record-chats-deleted',
  recordingSql(
    `select given.id, 'chat.deleted' as type, null::text as legacy_type, chat.channel_id, chat.id as chat_id,
       chat.contact_id, ${jsonObject<DeletedChatRecord>({
         id: 'chat.id',
         contactId: 'chat.contact_id',
         channelId: 'chat.channel_id',
       })} as data
     from unnest($3::uuid[], $4::uuid[]) as given(id, chat_id)
     join chats chat on chat.tenant_id = $1::uuid and chat.id = given.chat_id
     where ${isNotErased('chat.id')}
     for update of chat`,
    'count(*)::int as "eventCount"',
  ),
);
