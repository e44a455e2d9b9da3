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
const isUnseen = `exists (
       select from messages question
       where question.tenant_id = run.tenant_id and question.id = (${questionIdSql('run')})
         and not ${isSeenSql('question')} and question.lease_token is null
         and (question.status <> 'pending' or question.created_at <= $2::timestamptz - interval '10 seconds'
           or question.held_until > $2::timestamptz or question.turn_at > $2::timestamptz)
     )`;

/**
 * A locked run is at its deadline or is being canceled. It is skipped and not waited for: a worker that has locked the run
 * may be waiting for the chat.
 */
const answer = statement<{ id: string }>(
  'answer-question',
  `update automation_runs set reply_message_id = $4::uuid, scheduled_at = $2::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = (
     select run.id from automation_runs run
     where run.tenant_id = $1::uuid and run.chat_id = $3::uuid and ${awaitsReplySql('run')}
       and run.reply_deadline > $2::timestamptz and not ${isUnseen}
     order by run.asked_at desc, run.id desc limit 1 for no key update skip locked
   )
   returning id`,
);
