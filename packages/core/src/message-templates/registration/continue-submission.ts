import { type Sql, statement } from '@parley/database';
import {
  type ConfiguredChannel,
  openChannel,
  type SealedChannel,
  sealedChannelJson,
} from '../../channels/find-channel.js';
import type { Context } from '../../context.js';
import { type Transaction, transact } from '../../sql/transact.js';
import {
  type AuthenticationOptions,
  later,
  type RegistrationError,
  type RegistrationRecord,
  type Submission,
} from '../registration.js';
import { storeCodeButton } from './code-button.js';
import { enqueueSubmission } from './enqueue-submission.js';
import { type LockedTemplate, lockTemplate, type NextState, storeRegistration } from './locked-template.js';

/** A submission that the provider does not have yet. */
export interface SubmissionToSend
  extends Pick<Submission, 'accountId' | 'name' | 'language' | 'examples' | 'mayExist'> {
  readonly messageTemplateId: string;
  readonly body: string;
  readonly mediaFileId: string | null;
  readonly authentication: AuthenticationOptions | null;
  readonly category: string;
  /** The template that the provider has. */
  readonly registered: { readonly vendorId: string; readonly category: string } | null;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** The time of the request, by which a later submission is distinguished from this one. */
  readonly submittedAt: string | null;
  readonly channel: ConfiguredChannel;
}

/** What the provider has returned; without a state, the review has only begun. */
interface SubmissionResult {
  readonly vendorId: string;
  readonly category?: string;
  readonly state?: Pick<RegistrationRecord, 'status' | 'rejectionReason'>;
}

/**
 * Counts an attempt and returns what is to be submitted; null if nothing is. The attempt is counted before the call, so that
 * the next attempt knows that the provider may have the template.
 */
export function claimSubmission(
  context: Context,
  messageTemplateId: string,
): Promise<SubmissionToSend | null> {
  return transact(context, async (transaction) => {
    const waiting = await lockWaiting(transaction, context, messageTemplateId);
    if (waiting === null) return null;
    const { template, registration, submission } = waiting;
    const sealed = await findSealed(transaction.sql, context, registration.channelId);
    if (sealed === undefined) {
      const error = { code: 'channel_not_found', message: 'The channel was deleted.' };
      storeRegistration(transaction, context, template, failed(waiting, error));
      return null;
    }
    const { accountId, name, language, examples, attempts, previous } = submission;
    const attempt = attempts + 1;
    const counted = { ...submission, attempts: attempt };
    storeRegistration(transaction, context, template, { registration, submission: counted });
    const { vendorId, category, submittedAt } = registration;
    return {
      messageTemplateId: template.id,
      accountId,
      name,
      language,
      examples,
      body: submission.body ?? template.body,
      mediaFileId: submission.mediaFileId ?? null,
      authentication: submission.authentication ?? null,
      category,
      registered: vendorId === null ? null : { vendorId, category: previous?.category ?? category },
      mayExist: submission.mayExist || attempts > 0,
      attempt,
      submittedAt,
      channel: await openChannel({ database: context.database, sql: transaction.sql }, sealed),
    };
  });
}

type SentSubmission = Pick<SubmissionToSend, 'messageTemplateId' | 'submittedAt'>;

/**
 * Records that the provider has the submission. What it has reported meanwhile is newer than its response. A list that is being
 * read may be older than the template.
 */
export function completeSubmission(
  context: Context,
  sent: SentSubmission,
  { vendorId, category, state }: SubmissionResult,
): Promise<void> {
  return change(context, sent, ({ template, registration, submission }, transaction) => {
    const accepted = { ...registration, vendorId, ...(category !== undefined && { category }) };
    const { category: acceptedCategory } = accepted;
    return {
      isContentChanged: storeCodeButton(transaction, context, { template, category: acceptedCategory }),
      registration: { ...accepted, ...(!submission.isReported && state) },
      submission: { ...ended(submission), seenAt: later(submission.seenAt, context.now().toISOString()) },
    };
  });
}

/** Records that the provider did not accept the submission. Without the submission, any that waits has failed. */
export function failSubmission(
  context: Context,
  sent: Omit<SentSubmission, 'submittedAt'> & Partial<SentSubmission>,
  error: RegistrationError,
): Promise<void> {
  return change(context, sent, (waiting) => failed(waiting, error));
}

/** Enqueues the next attempt. An attempt that did not reach the provider does not count. */
export function postponeSubmission(
  context: Context,
  sent: SentSubmission,
  { at, isCounted }: { readonly at: Date; readonly isCounted: boolean },
): Promise<void> {
  return transact(context, async (transaction) => {
    const { messageTemplateId } = sent;
    const waiting = await lockWaiting(transaction, context, messageTemplateId);
    if (waiting === null || waiting.registration.submittedAt !== sent.submittedAt) return;
    const { template, registration, submission } = waiting;
    const attempts = submission.attempts - (isCounted ? 0 : 1);
    storeRegistration(transaction, context, template, {
      registration,
      submission: { ...submission, attempts },
    });
    enqueueSubmission(transaction, context, { messageTemplateId, at });
  });
}

interface WaitingSubmission {
  readonly template: LockedTemplate;
  readonly registration: RegistrationRecord;
  readonly submission: Submission;
}

async function lockWaiting(
  transaction: Transaction,
  context: Context,
  messageTemplateId: string,
): Promise<WaitingSubmission | null> {
  const template = await lockTemplate(transaction, context, messageTemplateId);
  if (!template?.registration || !template.submission?.isWaiting) return null;
  return { template, registration: template.registration, submission: template.submission };
}

function change(
  context: Context,
  { messageTemplateId, submittedAt }: { messageTemplateId: string; submittedAt?: string | null },
  plan: (waiting: WaitingSubmission, transaction: Transaction) => NextState,
): Promise<void> {
  return transact(context, async (transaction) => {
    const waiting = await lockWaiting(transaction, context, messageTemplateId);
    if (waiting === null) return;
    const isOther = submittedAt !== undefined && waiting.registration.submittedAt !== submittedAt;
    if (isOther) return;
    storeRegistration(transaction, context, waiting.template, plan(waiting, transaction));
  });
}

/** A template that could not be edited is at the provider as before, or as the provider has reported meanwhile. */
function failed(
  { template, registration, submission }: WaitingSubmission,
  error: RegistrationError,
): NextState {
  const { previous, isReported } = submission;
  const next = { registration: { ...registration, error }, submission: ended(submission) };
  if (isReported) return next;
  if (!previous) return { ...next, registration: { ...next.registration, status: 'failed' } };
  const { own, ...before } = previous;
  return {
    ...next,
    registration: { ...next.registration, ...before },
    // An author may have set another status since.
    status: template.status === 'pending' ? own : template.status,
  };
}

function ended(submission: Submission): Submission {
  return {
    ...submission,
    isWaiting: false,
    examples: {},
    body: null,
    mediaFileId: null,
    authentication: null,
  };
}

async function findSealed(
  sql: Sql,
  { tenantId }: Context,
  channelId: string,
): Promise<SealedChannel | undefined> {
  const [found] = await sql(findChannel, [tenantId, channelId]);
  return found?.channel;
}

const findChannel = statement<{ channel: SealedChannel }>(
  'find-channel-of-submission',
  `select ${sealedChannelJson('channel')} as channel from channels channel
   where channel.tenant_id = $1::uuid and channel.id = $2::uuid`,
);
