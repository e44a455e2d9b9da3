import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { addJob } from '../../jobs/add-job.js';
import { togetherOrAlone } from '../../sql/together-or-alone.js';
import { type Transaction, transact } from '../../sql/transact.js';
import { applyEarlyStatuses, lockVendorIds } from '../early-statuses.js';
import type { MessageErrorRecord } from '../message-event.js';
import { endAttempts, moveMessage } from '../move-message.js';
import { scheduleSending } from '../schedule-sending.js';

/** The attempt that ended. A worker that has lost its lease writes nothing, and the functions return false. */
export interface Attempt {
  readonly messageId: string;
  readonly leaseToken: string;
}

export interface SentAttempt extends Attempt {
  readonly channelId: string;
  /** The provider's id of the message. */
  readonly vendorId: string;
  /** Whether the worker simulates the statuses, because the provider reports none. */
  readonly isWalked: boolean;
}

/**
 * Records that the provider has these messages, in one transaction for all that can be recorded together. An attempt of a
 * worker that has lost its lease has the result false.
 */
export function completeSending(
  context: Context,
  attempts: readonly SentAttempt[],
): Promise<(boolean | Promise<boolean>)[]> {
  return togetherOrAlone(context, attempts, async (transaction, sent) => {
    lockVendorIds(transaction, context, sent);
    const ended = sent.map((attempt) => ({ ...attempt, status: 'sent' as const }));
    const statuses = await endAttempts(transaction, context, ended);
    await applyEarlyStatuses(transaction, context, statuses);
    return sent.map(({ messageId, isWalked }) => {
      const isRecorded = statuses.has(messageId);
      if (isRecorded && isWalked) scheduleWalk(transaction, context, { messageId, step: 0 });
      return isRecorded;
    });
  });
}

/** Records that the provider rejects the message. */
export function failSending(context: Context, attempt: Attempt, error: MessageErrorRecord): Promise<boolean> {
  const ended = { ...attempt, vendorId: null, status: 'failed', errors: [error] } as const;
  return transact(context, async (transaction) => {
    const statuses = await endAttempts(transaction, context, [ended]);
    return statuses.has(attempt.messageId);
  });
}

/**
 * Records that the provider did not accept the message this time. A message whose campaign was stopped meanwhile does
 * not wait.
 */
export function postponeSending(context: Context, attempt: Attempt, until: Date): Promise<boolean> {
  const { messageId } = attempt;
  return transact(context, async (transaction) => {
    const released = await releaseLease(transaction, context, attempt);
    if (released === undefined) return false;
    scheduleSending(transaction, context, {
      messageId,
      at: released.isStopped ? context.now() : until,
    });
    return true;
  });
}

/**
 * Records that it is unknown whether the provider has the message. The lease is kept, as if the worker had been killed.
 * A status or an echo may still arrive; after that `claimMessages` decides.
 */
export function leaveSendingOpen(context: Context, attempt: Attempt, until: Date): Promise<boolean> {
  const { messageId, leaseToken } = attempt;
  return transact(context, async (transaction) => {
    const values = [context.tenantId, context.now(), messageId, leaseToken, until];
    const extended = await transaction.sql(extendLease, values);
    if (extended.length === 0) return false;
    scheduleSending(transaction, context, { messageId, at: until });
    return true;
  });
}

/**
 * Fails a message that the service itself cannot start or send, so that the messages behind it in the chat do not wait for
 * it, and its sender learns of it.
 */
export function abandonMessage(context: Context, messageId: string): Promise<boolean> {
  const message = 'The message could not be sent because of an internal error.';
  const errors = [{ code: 'internal_error', message }];
  return transact(context, (transaction) =>
    moveMessage(transaction, context, { messageId, status: 'failed', errors }),
  );
}

export function scheduleWalk(
  transaction: Transaction,
  { tenantId, now, isBulk }: Context,
  { messageId, step, at = now() }: { messageId: string; step: number; at?: Date },
): void {
  const key = `walk-sandbox:${tenantId}:${messageId}`;
  const payload = { tenantId, messageId, step };
  addJob(transaction, { task: 'walk-sandbox', payload, runAt: at, key, isBulk });
}

async function releaseLease(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { messageId, leaseToken }: Attempt,
): Promise<{ isStopped: boolean } | undefined> {
  const [released] = await sql(endLease, [tenantId, now(), messageId, leaseToken]);
  return released;
}

const endLease = statement<{ isStopped: boolean }>(
  'end-message-lease',
  `update messages message set lease_token = null, lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and lease_token = $4::uuid
   returning is_stopped as "isStopped"`,
);

const extendLease = statement<{ id: string }>(
  'extend-message-lease',
  `update messages set lease_expires_at = $5::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and lease_token = $4::uuid and status = 'pending'
   returning id`,
);
