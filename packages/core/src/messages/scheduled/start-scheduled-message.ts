import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import { transact } from '../../sql/transact.js';
import { scheduleSending } from '../schedule-sending.js';
import { enqueueStart } from './enqueue-start.js';

/**
 * Makes a scheduled message pending when its time has come; from then on it is sent like any other. A message whose time is
 * later by this process's clock is scheduled again. Returns false when there is nothing to start, such as a message that
 * was canceled.
 */
export function startScheduledMessage(context: Context, messageId: string): Promise<boolean> {
  return transact(context, async (transaction) => {
    const { tenantId, now } = context;
    const [found] = await transaction.sql(lockChat, [tenantId, messageId]);
    if (found === undefined) return false;
    if (found.scheduledAt > now()) {
      enqueueStart(transaction, context, { messageId, at: found.scheduledAt });
      return false;
    }
    const started = await transaction.sql(start, [tenantId, now(), messageId]);
    if (started.length === 0) return false;
    scheduleSending(transaction, context, { messageId, at: now() });
    return true;
  });
}

/** The chat is locked before the message, as by every other transaction that locks both. */
const lockChat = statement<{ scheduledAt: Date }>(
  'lock-chat-of-scheduled-message',
  `select message.scheduled_at as "scheduledAt" from messages message
   join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
   where message.tenant_id = $1::uuid and message.id = $2::uuid and message.status = 'scheduled'
     and message.scheduled_at is not null and ${isNotErased('chat.id')}
   for no key update of chat`,
);

/** A cancellation changes the same row, so only one of the two finds the message scheduled. */
const start = statement<{ id: string }>(
  'start-scheduled-message',
  `with started as (
     update messages set status = 'pending', updated_at = $2::timestamptz
     where tenant_id = $1::uuid and id = $3::uuid and status = 'scheduled'
     returning id, chat_id, timestamp
   )
   update chats chat set
     latest_message_id = case when exists (
         select from messages latest where latest.tenant_id = chat.tenant_id and latest.id = chat.latest_message_id
           and latest.timestamp > started.timestamp
       ) then chat.latest_message_id else started.id end,
     updated_at = $2::timestamptz
   from started where chat.tenant_id = $1::uuid and chat.id = started.chat_id
   returning started.id`,
);
