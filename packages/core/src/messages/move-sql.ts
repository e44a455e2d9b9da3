import type { MessageStatus } from '@parley/database';
import { recordingSteps } from '../events/recording-sql.js';
import { messageEventJson } from './message-event.js';

/** A status that a provider can report. */
export type ReportedStatus = Exclude<MessageStatus, 'pending' | 'scheduled' | 'canceled'>;

/** A status that a message can move to. */
export type LaterStatus = ReportedStatus | 'canceled';

export interface MoveOutcome {
  /** Whether the message was pending before, so that the next message of its chat is due. */
  readonly wasPending: boolean;
  readonly deliveryCount: number | null;
}

interface MoveSteps {
  /** Which message is changed, as a condition on `message`. */
  readonly condition: string;
  /** Other columns to set, each with a comma behind it. */
  readonly changes?: string;
  /** Other queries over `before`, each with a comma behind it. */
  readonly steps?: string;
  /** Other columns of the result, each with a comma behind it. */
  readonly output?: string;
}

/**
 * A statement that moves an outbound message to a later status, with its campaign send, and records the event with the
 * message as it is afterwards. It is one statement, because each round trip of a message waits for the event loop of a busy
 * worker. Parameters: tenant, time, message, status, errors, id of the event.
 *
 * The row is locked first, so that its old status is known and two concurrent moves run one after the other.
 */
export function moveSql({ condition, changes = '', steps = '', output = '' }: MoveSteps): string {
  return `with before as (
     select message.id, message.channel_id, message.status, (${isForward}) as is_forward from messages message
     where message.tenant_id = $1::uuid and message.id = $3::uuid and message.sender = 'outbound'
       and (${condition})
     for no key update
   ), ${steps} moved as (
     update messages message set ${changes}
       status = case when before.is_forward then $4::message_status else message.status end,
       errors = case when before.is_forward then $5::jsonb else message.errors end, updated_at = $2::timestamptz
     from before where message.tenant_id = $1::uuid and message.id = before.id
     returning message.*, before.is_forward, before.is_forward and before.status = 'pending' as was_pending
   ), send as (
     update campaign_sends send set status = $4::text::campaign_send_status, updated_at = $2::timestamptz
     from moved
     where moved.is_forward and send.tenant_id = $1::uuid and send.id = moved.campaign_send_id
       and send.message_id = moved.id and send.status not in ('canceled', 'skipped')
   ), ${recordingSteps(event)}
   select ${output} moved.was_pending as "wasPending", (select added from job) as "deliveryCount" from moved`;
}

/** Each part of the event is one lookup by key. The statuses of v2 are a closed list, without `canceled`. */
const event = `select $6::uuid as id,
    case when $4::message_status = 'sent' then 'message.sent' else 'message.updated' end as type,
    case when $4::message_status <> 'canceled' then upper(channel.type::text) || '_MESSAGE_STATUS' end as legacy_type,
    channel.id as channel_id,
    message.chat_id, contact.id as contact_id, ${messageEventJson} as data
  from (select * from moved where is_forward) message
  cross join lateral (
    select contact_id, handle_id from chats where tenant_id = $1::uuid and id = message.chat_id offset 0
  ) chat
  cross join lateral (
    select * from channels where tenant_id = $1::uuid and id = message.channel_id offset 0
  ) channel
  cross join lateral (
    select * from contacts where tenant_id = $1::uuid and id = chat.contact_id offset 0
  ) contact
  cross join lateral (
    select * from handles where tenant_id = $1::uuid and id = chat.handle_id offset 0
  ) handle`;

/**
 * The statuses from which each status can be reached. Any other transition would be a step back, or would leave a final
 * status.
 */
const origins: Readonly<Record<LaterStatus, readonly MessageStatus[]>> = {
  sent: ['pending'],
  delivered: ['pending', 'sent'],
  read: ['pending', 'sent', 'delivered'],
  failed: ['scheduled', 'pending', 'sent'],
  canceled: ['scheduled'],
};

/** Whether the status in `$4` is a later one than that of `message`. */
export const isForward = Object.entries(origins)
  .map(([status, from]) => {
    const list = from.map((origin) => `'${origin}'`).join(', ');
    return `($4::message_status = '${status}' and message.status in (${list}))`;
  })
  .join(' or ');
