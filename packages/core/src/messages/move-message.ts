import { type MessageStatus, statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { type MessageErrorRecord, type MessageKeys, recordMessageEvents } from './message-event.js';
import { wakeNextMessage } from './schedule-sending.js';

export type ReportedStatus = Exclude<MessageStatus, 'pending'>;

export interface MessageMove {
  readonly messageId: string;
  readonly status: ReportedStatus;
  readonly errors?: readonly MessageErrorRecord[];
}

/**
 * Moves an outbound message forward, together with its campaign send, and records the event. Returns false, and changes
 * nothing, when the message already has this status or a later one.
 */
export async function moveMessage(
  transaction: Transaction,
  context: Context,
  { messageId, status, errors = [] }: MessageMove,
): Promise<boolean> {
  const { sql } = transaction;
  const { tenantId, now } = context;
  const [moved] = await sql(move, [tenantId, now(), messageId, status, JSON.stringify(errors)]);
  if (moved === undefined) return false;
  const { wasPending, ...keys } = moved;
  const type = status === 'sent' ? 'message.sent' : 'message.updated';
  await recordMessageEvents(transaction, context, [{ messageId, keys, type, legacyKind: 'STATUS' }]);
  if (wasPending) await wakeNextMessage(transaction, context, keys.chatId);
  return true;
}

/**
 * The statuses from which each status can be reached. Any other transition would be a step back, or would leave a final
 * status.
 */
const origins: Readonly<Record<ReportedStatus, readonly MessageStatus[]>> = {
  sent: ['pending'],
  delivered: ['pending', 'sent'],
  read: ['pending', 'sent', 'delivered'],
  failed: ['pending', 'sent'],
};

const isForward = Object.entries(origins)
  .map(([status, from]) => {
    const list = from.map((origin) => `'${origin}'`).join(', ');
    return `($4::message_status = '${status}' and message.status in (${list}))`;
  })
  .join(' or ');

/** The row is locked first, so that its old status is known and two concurrent moves run one after the other. */
const move = statement<MessageKeys & { wasPending: boolean }>(
  'move-message',
  `with before as (
     select message.id, message.status from messages message
     where message.tenant_id = $1::uuid and message.id = $3::uuid and message.sender = 'outbound' and (${isForward})
     for no key update
   ), moved as (
     update messages message set status = $4::message_status, errors = $5::jsonb, updated_at = $2::timestamptz
     from before where message.tenant_id = $1::uuid and message.id = before.id
     returning message.id, message.chat_id, message.campaign_send_id, before.status
   ), send as (
     update campaign_sends send set status = $4::text::campaign_send_status, updated_at = $2::timestamptz
     from moved
     where send.tenant_id = $1::uuid and send.id = moved.campaign_send_id and send.message_id = moved.id
       and send.status not in ('canceled', 'skipped')
   )
   select chat.id as "chatId", chat.channel_id as "channelId", channel.type as "channelType",
     chat.contact_id as "contactId", chat.handle_id as "handleId", moved.status = 'pending' as "wasPending"
   from moved
   join chats chat on chat.tenant_id = $1::uuid and chat.id = moved.chat_id
   join channels channel on channel.tenant_id = $1::uuid and channel.id = chat.channel_id`,
);
