import { statement } from '@parley/database';
import { isSeenSql } from '../../sql/seen-by-contact.js';
import { questionIdSql } from '../../triggers/awaits-reply-sql.js';
import type { AskStep } from '../versions/steps.js';
import type { StepScope } from './step-scope.js';

/**
 * Returns the deadline of a question that was sent later than it was queued, or that still waits for the end of quiet hours,
 * for a slot in the rate limit or behind other messages. Returns undefined if the time for a reply is over.
 */
export async function findLaterDeadline(
  { transaction, context, current }: StepScope,
  { timeoutSeconds }: AskStep,
): Promise<Date | undefined> {
  const now = context.now();
  const [question] = await transaction.sql(find, [context.tenantId, current.run.id, now]);
  if (question === undefined || question.countsFrom === null) return undefined;
  const deadline = new Date(question.countsFrom.getTime() + timeoutSeconds * 1_000);
  if (question.isSent) return deadline > now ? deadline : undefined;
  const earliest = new Date(now.getTime() + minWaitMs);
  return deadline > earliest ? deadline : earliest;
}

/** With a deadline of a second, the runs of a long backlog would otherwise be continued every second. */
const minWaitMs = 10_000;

interface AskedQuestion {
  readonly isSent: boolean;
  /** Null if a process of the previous release has sent the question, or if it has failed. */
  readonly countsFrom: Date | null;
}

/** A question that is being sent counts as sent. */
const find = statement<AskedQuestion>(
  'find-time-of-question',
  `select question.is_sent as "isSent", case when question.is_sent then question.attempted_at
     when question.status = 'pending' then greatest(question.held_until, question.turn_at, $3::timestamptz)
     end as "countsFrom"
   from automation_runs run
   join lateral (
     select message.status, message.attempted_at, message.held_until, message.turn_at,
       ${isSeenSql('message')} or message.lease_token is not null as is_sent
     from messages message where message.tenant_id = run.tenant_id and message.id = (${questionIdSql('run')})
   ) question on true
   where run.tenant_id = $1::uuid and run.id = $2::uuid`,
);
