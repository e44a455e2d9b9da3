import type { MessageStatus } from '@parley/database';
import { recordingSteps } from '../events/recording-sql.js';
import { type MessageErrorRecord, messageEventJson } from './message-event.js';

/** A status that a provider can report. */
export type ReportedStatus = Exclude<MessageStatus, 'pending' | 'scheduled' | 'canceled'>;

/** A status that a message can move to. */
export type LaterStatus = ReportedStatus | 'canceled';

/** An item of the list that the statement gets. */
export interface GivenMove {
  readonly messageId: string;
  readonly status: LaterStatus;
  readonly errors: readonly MessageErrorRecord[];
  /** The id of the event that is recorded. */
  readonly eventId: string;
  readonly leaseToken?: string;
  readonly vendorId?: string | null;
}

export interface MoveOutcome {
  readonly messageId: string;
  /** Whether the message was pending before, so that the next message of its chat is due. */
  readonly wasPending: boolean;
  readonly deliveryCount: number | null;
}

interface MoveSteps {
  /** Which of the given messages are changed, as a condition on `message` and `given`. */
  readonly condition: string;
  /** Other columns to set, each with a comma behind it. */
  readonly changes?: string;
  /** Other queries over `before`, each with a comma behind it. */
  readonly steps?: string;
  /** Other columns of the result, each with a comma behind it. */
  readonly output?: string;
}

/**
 * A statement that moves outbound messages to later statuses, with their campaign sends, and records the events with the
 * messages as they are afterwards. It is one statement, because each round trip of a message waits for the event loop of a busy
 * worker. Parameters: tenant, time, list of `GivenMove`. It returns the messages that meet the condition.
 *
 * The rows are locked first, so that their old status is known and two concurrent moves run one after the other.
 *
 * PostgreSQL would rather read all rows of the tenant, in a plan from when the tables were small or empty. The condition of `given`
 * is always true: with it, PostgreSQL expects one message and not a hundred. The rows that are updated are also looked up in an
 * array of all their keys, since a join alone may compare each row of the tenant with each message.
 */
export function moveSql({ condition, changes = '', steps = '', output = '' }: MoveSteps): string {
  return `with given as materialized (
     select * from json_to_recordset($3::json) as given("messageId" uuid, status message_status, errors jsonb, "eventId" uuid,
       "leaseToken" uuid, "vendorId" text)
     where "messageId" = any (array["messageId"]) order by "messageId"
   ), before as (
     select found.*, given.status as next_status, given.errors, given."eventId" as event_id, given."vendorId" as vendor_id
     from given cross join lateral (
       select message.id, message.channel_id, message.status, (${isForward}) as is_forward from messages message
       where message.tenant_id = $1::uuid and message.id = given."messageId" and message.sender = 'outbound'
         and (${condition})
       limit 1 for no key update
     ) found
   ), ${steps} moved as (
     update messages message set ${changes}
       status = case when before.is_forward then before.next_status else message.status end,
       errors = case when before.is_forward then before.errors else message.errors end, updated_at = $2::timestamptz
     from before
     where message.tenant_id = $1::uuid and message.id = any (array(select id from before)) and message.id = before.id
     returning message.*, before.event_id, before.is_forward, before.is_forward and before.status = 'pending' as was_pending
   ), send as (
     update campaign_sends send set status = moved.status::text::campaign_send_status, updated_at = $2::timestamptz
     from moved
     where moved.is_forward and send.tenant_id = $1::uuid
       and send.id = any (array(select campaign_send_id from moved)) and send.id = moved.campaign_send_id
       and send.message_id = moved.id and send.status not in ('canceled', 'skipped')
   ), ${recordingSteps(event)}
   select moved.id as "messageId", ${output} moved.was_pending as "wasPending", (select added from job) as "deliveryCount"
   from moved`;
}

/** Each part of the event is one lookup by key. The statuses of v2 are a closed list, without `canceled`. */
const event = `select message.event_id as id,
    case when message.status = 'sent' then 'message.sent' else 'message.updated' end as type,
    case when message.status <> 'canceled' then upper(channel.type::text) || '_MESSAGE_STATUS' end as legacy_type,
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

/** Whether the status of `given` is a later one than that of `message`. */
export const isForward = Object.entries(origins)
  .map(([status, from]) => {
    const list = from.map((origin) => `'${origin}'`).join(', ');
    return `(given.status = '${status}' and message.status in (${list}))`;
  })
  .join(' or ');
