import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { bulkStatement, opaqueTenant } from '../sql/bulk-statement.js';
import type { Transaction } from '../sql/transact.js';

interface SendingTime {
  readonly messageId: string;
  readonly at: Date;
}

/** Schedules the one job of a message. A waiting job of the same message is moved. */
export function scheduleSending(
  transaction: Transaction,
  { tenantId, isBulk }: Context,
  { messageId, at }: SendingTime,
): void {
  const key = sendingJobKey(tenantId, messageId);
  const payload = { tenantId, messageId };
  addJob(transaction, { task: 'send-message', payload, runAt: at, key, isBulk });
}

/** Like `scheduleSending`, for different messages that are due now. */
export function scheduleSendings(
  { send }: Transaction,
  { tenantId, now, isBulk = false }: Context,
  messageIds: readonly string[],
): void {
  if (messageIds.length > 0) send(addAll, [tenantId, now(), messageIds, isBulk]);
}

/** Like `scheduleSending`, but keeps a waiting job, which may have been made due just now. */
export function scheduleSendingUnlessSooner(
  { send }: Transaction,
  { tenantId, isBulk = false }: Context,
  { messageId, at }: SendingTime,
): void {
  const payload = JSON.stringify({ tenantId, messageId });
  send(addUnlessSooner, [payload, at, sendingJobKey(tenantId, messageId), tenantId, isBulk]);
}

/**
 * The messages of a chat are sent one after the other: when one is sent, has failed or is held back by quiet hours, the next
 * is due. Whether it is bulk work or interactive work does not depend on the message before it.
 */
export function wakeNextMessages(
  { send }: Transaction,
  { tenantId, now }: Context,
  messageIds: readonly string[],
): void {
  if (messageIds.length > 0) send(wakeNext, [tenantId, now(), messageIds]);
}

/** Like `wakeNextMessages`, for thousands of messages that failed at once. */
export function wakeMessagesBehind(
  { send }: Transaction,
  { tenantId, now }: Context,
  messageIds: readonly string[],
): void {
  send(wakeBehind, [tenantId, now(), messageIds]);
}

function sendingJobKey(tenantId: string, messageId: string): string {
  return `send-message:${tenantId}:${messageId}`;
}

const addUnlessSooner = statement(
  'add-sending-job-unless-sooner',
  `select parley_quiet.add_jobs(array[
     ('send-message', $1::json, null, $2::timestamptz, null, $3::text,
       parley_quiet.lane($4::text, $5::boolean, $2::timestamptz), null)::graphile_worker.job_spec], true)`,
);

const keyOf = (messageId: string) => `'send-message:' || $1::uuid || ':' || ${messageId}`;

const addAll = statement(
  'add-sending-jobs',
  addJobsSql({
    task: 'send-message',
    payload: { tenantId: '$1::uuid', messageId: 'due.id' },
    from: 'unnest($3::uuid[]) as due(id)',
    runAt: '$2::timestamptz',
    key: keyOf('due.id'),
    isBulk: '$4::boolean',
  }),
);

/** Only campaigns send messages as bulk work. */
const isBulkSql = 'campaign_send_id is not null';

const wakeSql = `with ${opaqueTenant}, next as (
     select distinct waiting.id, waiting.is_bulk from tenant cross join unnest($3::uuid[]) as given_up(id)
     cross join lateral (
       select chat_id from messages where tenant_id = tenant.id and id = given_up.id offset 0
     ) message
     cross join lateral (
       select id, ${isBulkSql} as is_bulk from messages
       where tenant_id = tenant.id and chat_id = message.chat_id and sender = 'outbound' and status = 'pending'
         and (held_until is null or held_until <= $2::timestamptz)
       order by id limit 1
     ) waiting
   )
   ${addJobsSql({
     task: 'send-message',
     payload: { tenantId: '$1::uuid', messageId: 'next.id' },
     from: 'next',
     runAt: '$2::timestamptz',
     key: keyOf('next.id'),
     isBulk: 'next.is_bulk',
   })}`;

const wakeNext = statement('wake-next-messages', wakeSql);
const wakeBehind = bulkStatement('wake-messages-behind', wakeSql);
