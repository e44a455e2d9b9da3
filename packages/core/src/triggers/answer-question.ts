import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { awaitsReplySql } from './awaits-reply-sql.js';
import { scheduleRun } from './schedule-run.js';

interface PossibleAnswer {
  readonly messageId: string;
  /** The chat is locked, so that two messages never answer the same question. */
  readonly chatId: string;
}

/**
 * Gives the message to the run that asked last in this chat, and continues the run. Returns false when no run waits any
 * more. Whether the reply is valid is decided by the run.
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
 * A locked run is at its deadline or is being canceled. It is skipped and not waited for: a worker that has locked the run
 * may be waiting for the chat.
 */
const answer = statement<{ id: string }>(
  'answer-question',
  `update automation_runs set reply_message_id = $4::uuid, scheduled_at = $2::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = (
     select run.id from automation_runs run
     where run.tenant_id = $1::uuid and run.chat_id = $3::uuid and ${awaitsReplySql('run')}
       and run.reply_deadline > $2::timestamptz
     order by run.asked_at desc, run.id desc limit 1 for no key update skip locked
   )
   returning id`,
);
