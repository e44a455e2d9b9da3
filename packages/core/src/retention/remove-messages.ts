import { statement } from '@parley/database';
import { expiredIn, type Removed } from './removal.js';

/**
 * Keeps messages that have not been sent yet. A message that was scheduled is as old as the time for which it was scheduled,
 * because it was sent then; otherwise it could be removed in the minute in which it is sent. When the latest message of a
 * chat is removed, the chat has no message left.
 */
export const removeMessages = statement<Removed>(
  'remove-expired-messages',
  `with old as materialized (
     ${expiredIn(
       'messages',
       `record.created_at < tenant.before and record.status not in ('pending', 'scheduled')
         and (record.scheduled_at is null or record.scheduled_at < tenant.before or record.status = 'canceled')`,
     )}
   ), emptied as (
     update chats chat set latest_message_id = null from old
     where chat.tenant_id = old.tenant_id and chat.id = old.chat_id and chat.latest_message_id = old.id
   ), removed as (
     delete from messages message using old where message.tenant_id = old.tenant_id and message.id = old.id returning 1
   )
   select count(*)::int as count from removed`,
);
