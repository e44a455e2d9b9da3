import { statement } from '@parley/database';
import { findDefaultCountry } from '../../addresses/read-phone-numbers.js';
import type { Context } from '../../context.js';
import {
  choicesOf,
  type InteractiveRecord,
  toInteractiveRecord,
} from '../../messages/interactive/interactive.js';
import type { LimitsOf } from '../../messages/sending/new-message.js';
import { transact } from '../../sql/transact.js';
import { questionIdSql } from '../../triggers/awaits-reply-sql.js';
import { scheduleRun } from '../../triggers/schedule-run.js';
import type { AskStep } from '../versions/steps.js';
import type { AskOutcome } from './ask-outcome.js';
import { createFilling } from './fill-texts.js';
import { findLaterDeadline } from './find-later-deadline.js';
import { closeStep, logStep } from './log-step.js';
import { moveRun } from './move-run.js';
import { type Progress, placedAt } from './perform-step.js';
import { type Answer, readAnswer } from './read-answer.js';
import type { CurrentStep } from './run.js';
import { type RunVariables, setVariables } from './run-variables.js';
import { sendRunMessage } from './send-run-message.js';
import { sendStepMessage } from './send-step-message.js';
import { type Continuation, findNext, type StepEffect } from './step-effect.js';
import type { StepScope } from './step-scope.js';
import { storeAttribute } from './store-attribute.js';
import { verifyLease } from './verify-lease.js';

/**
 * Sends the question and releases the run, or continues with the reply or after the deadline. Meanwhile the run stays at
 * this step, with an open log entry. Each call is one transaction, fenced by the lease, so that a reply is used once.
 * Returns undefined while the run waits.
 */
export function performAsk(
  context: Context,
  { current, step, limitsOf }: { current: CurrentStep; step: AskStep; limitsOf?: LimitsOf | undefined },
): Promise<Progress | undefined> {
  return transact(context, async (transaction) => {
    const { run } = current;
    const question = await verifyLease(transaction, context, run);
    const scope = { transaction, context, current, limitsOf };
    if (question === undefined) return ask(scope, step);
    const { replyDeadline: deadline, replyMessageId } = question;
    if (replyMessageId !== null) return useReply(scope, step, deadline);
    return deadline <= context.now() ? useDeadline(scope, step) : keepWaiting(scope, deadline);
  });
}

/** The deadline counts from the time at which the question was sent, which may be long after it was queued. */
async function useDeadline(scope: StepScope, step: AskStep): Promise<Progress | undefined> {
  const later = await findLaterDeadline(scope, step);
  if (later) return keepWaiting(scope, later, new Date(later.getTime() - step.timeoutSeconds * 1_000));
  return finish(scope, { outcome: 'timed_out', continueAt: otherwise });
}

/** The time of asking moves with the deadline, so that a reply sees by how much the question was sent later than that. */
function keepWaiting(
  { transaction, context, current: { run } }: StepScope,
  deadline: Date,
  askedAt: Date | null = null,
): undefined {
  transaction.send(extend, [context.tenantId, context.now(), run.id, deadline, askedAt]);
  scheduleRun(transaction, context, { runId: run.id, at: deadline });
}

const extend = statement(
  'extend-question',
  `update automation_runs set asked_at = coalesce($5::timestamptz, asked_at), reply_deadline = $4::timestamptz,
     scheduled_at = $4::timestamptz, lease_token = null, lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

const otherwise: Continuation = { kind: 'nested', list: 'else' };

async function ask(scope: StepScope, step: AskStep): Promise<Progress | undefined> {
  const { continueAt, ...question } = await sendStepMessage(scope, step);
  if (continueAt) return finish(scope, { continueAt });
  const deadline = new Date(scope.context.now().getTime() + step.timeoutSeconds * 1_000);
  return awaitReply(scope, { ...question, deadline });
}

/** Waits for a message that the contact writes after this transaction. */
function awaitReply(
  { transaction, context, current }: StepScope,
  { result, sentTo, deadline }: Pick<StepEffect, 'result' | 'sentTo'> & { deadline: Date },
): undefined {
  const { run, position } = current;
  const at = context.now();
  logStep(transaction, context, {
    runId: run.id,
    position,
    type: 'ask',
    startedAt: at,
    finishedAt: null,
    result,
  });
  const place = [sentTo?.chatId ?? null, sentTo?.channelId ?? null];
  transaction.send(open, [context.tenantId, at, run.id, deadline, ...place]);
  scheduleRun(transaction, context, { runId: run.id, at: deadline });
}

const open = statement(
  'open-question',
  `update automation_runs set asked_at = $2::timestamptz, reply_deadline = $4::timestamptz, reply_message_id = null,
     scheduled_at = $4::timestamptz, chat_id = coalesce(chat_id, $5::uuid), channel_id = coalesce(channel_id, $6::uuid),
     lease_token = null, lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

async function useReply(
  scope: StepScope,
  step: AskStep,
  storedDeadline: Date,
): Promise<Progress | undefined> {
  const { transaction, context, current } = scope;
  const values = [context.tenantId, current.run.id, current.position];
  const [found] = await transaction.sql(find, values);
  if (found === undefined) throw new Error('The lookup of a reply returned no row');
  const asked = found.interactive ?? (step.interactive && toInteractiveRecord(step.interactive));
  const value = await readAnswer(found, {
    expect: step.expect,
    choices: asked ? choicesOf(asked) : [],
    findCountry: () => findDefaultCountry({ database: transaction, tenantId: context.tenantId }),
  });
  if (value !== undefined) return keep(scope, step, value);
  const { retry } = step;
  const deadline = await findDeadline(scope, step, storedDeadline);
  if (retry === undefined || deadline <= context.now() || found.retryCount >= (retry.times ?? 1)) {
    return finish(scope, { outcome: 'invalid_reply', continueAt: otherwise });
  }
  const fill = await createFilling(scope, [retry.text]);
  const content = { text: fill(retry.text) };
  const { continueAt, ...question } = await sendRunMessage(transaction, context, {
    run: current.run,
    content,
  });
  if (continueAt) return finish(scope, { outcome: 'invalid_reply', continueAt });
  await closeEntry(scope, 'invalid_reply');
  return awaitReply(scope, { ...question, deadline });
}

/** A reply may have come before the job of the stored deadline has moved it. */
async function findDeadline(scope: StepScope, step: AskStep, stored: Date): Promise<Date> {
  const later = await findLaterDeadline(scope, step);
  return later && later > stored ? later : stored;
}

/** The choices are those of the message, whose titles may have been placeholders. */
const find = statement<Answer & { interactive: InteractiveRecord | null; retryCount: number }>(
  'find-reply-to-question',
  `select reply.text, reply.reply, channel.type as "channelType",
     (select question.interactive from messages question
      where question.tenant_id = $1::uuid and question.id = (${questionIdSql('run')})) as interactive,
     (select count(*)::int from automation_run_steps step
      where step.tenant_id = $1::uuid and step.run_id = $2::uuid and step.position = $3::int
        and step.result ->> 'outcome' = 'invalid_reply') as "retryCount"
   from automation_runs run
   left join messages reply on reply.tenant_id = run.tenant_id and reply.id = run.reply_message_id
   left join channels channel on channel.tenant_id = reply.tenant_id and channel.id = reply.channel_id
   where run.tenant_id = $1::uuid and run.id = $2::uuid`,
);

async function keep(scope: StepScope, { saveTo }: AskStep, value: string): Promise<Progress> {
  const { variable, externalId } = saveTo;
  if (externalId !== undefined) await storeAttribute(scope, { externalId, value });
  return finish(scope, {
    outcome: 'answered',
    ...(variable !== undefined && { variables: { [variable]: value } }),
  });
}

interface FinishedQuestion {
  /** Undefined when nothing was asked, because the contact has unsubscribed. */
  readonly outcome?: AskOutcome;
  readonly continueAt?: Continuation;
  readonly variables?: RunVariables;
}

/** Moves the run to another step, where it waits for no reply. */
async function finish(
  scope: StepScope,
  { outcome, continueAt, variables: added }: FinishedQuestion,
): Promise<Progress> {
  const { transaction, context, current } = scope;
  const { run, program } = current;
  await closeEntry(scope, outcome);
  const variables = setVariables(transaction, context, { run, variables: added });
  transaction.send(close, [context.tenantId, context.now(), run.id]);
  const end = program.length;
  const position = findNext(placedAt(current), { continueAt, end });
  moveRun(transaction, context, { run, position, stepCount: end });
  return { position, variables };
}

/** The reply stays until the run waits, so that quiet hours do not hold back what follows it, even after a retry. */
const close = statement(
  'close-question',
  `update automation_runs set asked_at = null, reply_deadline = null,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

/** There is no open entry when nothing was asked, and after an unexpected error, which has closed it. */
async function closeEntry(
  { transaction, context, current: { run, position } }: StepScope,
  outcome: AskOutcome | undefined,
): Promise<void> {
  const result = outcome && { outcome };
  if (await closeStep(transaction, context, { runId: run.id, position, result })) return;
  const at = context.now();
  logStep(transaction, context, {
    runId: run.id,
    position,
    type: 'ask',
    startedAt: at,
    finishedAt: at,
    result,
  });
}
