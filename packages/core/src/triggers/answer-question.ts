import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { isSeenSql } from '../sql/seen-by-contact.js';
import type { Transaction } from '../sql/transact.js';
import { awaitsReplySql, questionIdSql } from './awaits-reply-sql.js';
import { scheduleRun } from './schedule-run.js';

interface PossibleAnswer {
  readonly messageId: string;
  /** The chat is locked, so that two messages never answer the same question. */
  readonly chatId: string;
}

/**
 * Gives the message to the run that asked last in this chat, and continues the run. Returns false when no run waits any
 * more, or when the contact cannot have seen what the run asks. Whether the reply is valid is decided by the run.
 */
export async function answerQuestion(
  transaction: Transaction,
  context: Context,
  { messageId, chatId }: PossibleAnswer,
): Promise<boolean> {
  const at = context.now();
  const [run] = await transaction.sql(answer, [context.tenantId, at, chatId, messageId]);
  if (run === undefined) return false;
  scheduleRun(transaction, context, { runId: run.id, at });
  return true;
}

/**
 * Whether the contact cannot have seen what the run asks: the question has failed, or quiet hours, a rate limit or a backlog delay
 * it. A worker usually sends it within milliseconds, so a program that writes at once is not too early.
 */
const isUnseen = `not ${isSeenSql('message')} and message.lease_token is null
  and (message.status <> 'pending' or message.created_at <= $2::timestamptz - interval '10 seconds'
    or message.held_until > $2::timestamptz or message.turn_at > $2::timestamptz)`;

/** The job of the deadline may not have seen yet that the question was sent later than it was queued. */
const deadline = `run.reply_deadline + greatest(question.attempted_at - run.asked_at, interval '0')`;

/** Returns a query of the run that asked last in the chat, and locks it. */
const findRun = (condition: string, locked: string) => `
  select run.id from automation_runs run
  left join lateral (
    select message.attempted_at, ${isUnseen} as is_unseen
    from messages message where message.tenant_id = run.tenant_id and message.id = (${questionIdSql('run')})
  ) question on true
  where run.tenant_id = $1::uuid and run.chat_id = $3::uuid and ${awaitsReplySql('run')} and ${condition}
    and ${deadline} > $2::timestamptz and question.is_unseen is not true
  order by greatest(run.asked_at, question.attempted_at) desc, run.id desc limit 1 for no key update of run ${locked}`;

/**
 * Reads the run as it was before its lock was waited for: when a worker has moved the deadline, the run is due no more. The worker
 * leases the run in a transaction of its own before that.
 */
const wasBeingMoved = `exists (select from automation_runs due
      where due.tenant_id = run.tenant_id and due.id = run.id and due.scheduled_at <= $2::timestamptz
        and due.lease_token is not null)`;

/**
 * A locked run is being canceled, or moves to another contact by a transaction that may be waiting for the chat, so it is
 * skipped. One that is due and leased is not: a worker that moves its deadline holds the lock for milliseconds and waits for no
 * chat.
 */
const answer = statement<{ id: string }>(
  'answer-question',
  `update automation_runs set reply_message_id = $4::uuid, scheduled_at = $2::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = coalesce(
     (${findRun('true', 'skip locked')}),
     (${findRun(wasBeingMoved, '')})
   )
   returning id`,
);
