import { sizedStatement } from '../sql/sized-statement.js';
import { expiredIn, type RemovedSome } from './removal.js';

/**
 * Keeps messages that have not been sent yet. A message that was scheduled is as old as the time for which it was scheduled,
 * because it was sent then; otherwise it could be removed in the minute in which it is sent. When the latest message of a
 * chat is removed, the chat has no message left.
 *
 * A message whose chat another transaction has locked is left for a later run: an erasure locks the chats of a person and then
 * deletes their messages, so the two would wait for each other.
 */
export const removeMessages = sizedStatement<RemovedSome>(
  'remove-expired-messages',
  ({ retentionBatch }) => `with found as materialized (
     ${expiredIn(
       'messages',
       `record.created_at < tenant.before and record.status not in ('pending', 'scheduled')
         and (record.scheduled_at is null or record.scheduled_at < tenant.before or record.status = 'canceled')`,
       retentionBatch,
     )}
   ), latest as materialized (
     select chat.tenant_id, chat.id, found.id as message_id from found
     join chats chat on chat.tenant_id = found.tenant_id and chat.id = found.chat_id
       and chat.latest_message_id = found.id
   ), locked as materialized (
     select chat.tenant_id, chat.id, chat.latest_message_id from chats chat
     join latest on latest.tenant_id = chat.tenant_id and latest.id = chat.id
     where chat.latest_message_id = latest.message_id
     for no key update of chat skip locked
   ), old as materialized (
     select found.* from found where not exists (
       select from latest where latest.tenant_id = found.tenant_id and latest.message_id = found.id
         and not exists (select from locked where locked.tenant_id = latest.tenant_id and locked.id = latest.id))
   ), emptied as (
     update chats chat set latest_message_id = null from locked
     where chat.tenant_id = locked.tenant_id and chat.id = locked.id
       and chat.latest_message_id = locked.latest_message_id
   ), removed as (
     delete from messages message using old where message.tenant_id = old.tenant_id and message.id = old.id returning 1
   )
   select (select count(*)::int from removed) as count, (select count(*)::int from found) as found`,
);
