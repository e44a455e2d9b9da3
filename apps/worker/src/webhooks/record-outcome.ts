import {
  type AttemptRecord,
  type ClaimedDelivery,
  createTenantBatcher,
  disableWebhook,
  isDeletionType,
  type RecordedAttempt,
  recordAttempts,
  settleUnclaimed,
} from '@parley/core';
import { inTrace, type LockOptions } from '@parley/database';
import { type Trace, withSharedSpan } from '@parley/tracing';
import { recordWithRetry } from '../jobs/record-with-retry.js';
import { endpointHealthOf } from '../outbound-http/outcome/endpoint-health.js';
import type { RequestOutcome } from '../outbound-http/outcome/request-outcome.js';
import { classifyOutcome, type DeliveryVerdict } from './classify-outcome.js';
import type { DeliverySenderOptions } from './delivery-sender-options.js';
import { nextAttemptAt } from './retry-schedule.js';

export interface FinishedAttempt {
  readonly startedAt: Date;
  readonly outcome: RequestOutcome;
  /** The position of the job that sent the delivery. */
  readonly trace: Trace | undefined;
}

export type RecordOutcome = (delivery: ClaimedDelivery, attempt: FinishedAttempt) => Promise<void>;

/**
 * An outcome waits this long for others, because one statement for many costs far less than many statements. After a crash in
 * these milliseconds the delivery is attempted again, as after a crash before. While deliveries of a tenant that is alone are
 * claimed, outcomes wait longer, because receivers wait for those. An ordered webhook gets the next event of a chat only
 * after the outcome, so its outcomes never wait longer.
 */
const gatherMs = { usual: 5, whileClaiming: 20 };

/** How long a webhook may fail without a success before it is disabled. */
const failingForMs = 5 * 24 * 60 * 60 * 1_000;

export function createOutcomeRecorder(
  { database, now, logger, metrics, countDelivered }: DeliverySenderOptions,
  { isClaiming }: { isClaiming: () => boolean },
): RecordOutcome {
  const addUnordered = createTenantBatcher(recordBatch, {
    maxSize: 200,
    gatherMs: () => (isClaiming() ? gatherMs.whileClaiming : gatherMs.usual),
  });
  const addOrdered = createTenantBatcher(recordBatch, { maxSize: 200, gatherMs: gatherMs.usual });

  async function recordBatch(
    batch: readonly TracedRecord[],
    locks: LockOptions,
  ): Promise<(RecordedAttempt | undefined)[]> {
    const traces = batch.map(({ trace }) => trace);
    const recorded = await withSharedSpan(traces, (trace) =>
      recordWithRetry({ logger, endsAtLocks: locks.lockTimeoutMs !== undefined }, () =>
        recordAttempts(inTrace(database, trace), batch, { now: now(), ...locks }),
      ),
    );
    const byToken = new Map(recorded.map((attempt) => [attempt.leaseToken, attempt]));
    return batch.map(({ leaseToken }) => byToken.get(leaseToken));
  }

  async function disableIfDue(
    { tenantId, webhookId }: ClaimedDelivery,
    { verdict, failingSince, trace }: JudgedHealth,
  ): Promise<void> {
    const at = now();
    const failingBefore = new Date(at.getTime() - failingForMs);
    const isOverdue = failingSince !== null && failingSince <= failingBefore;
    if (verdict.kind === 'succeeded' || (verdict.kind === 'retry' && !isOverdue)) return;
    const reason = verdict.kind === 'gone' ? 'gone' : 'failing';
    const toDisable = { tenantId, webhookId, reason, failingBefore, now: at } as const;
    const disabled = await disableWebhook(inTrace(database, trace), toDisable);
    if (disabled === undefined) return;
    metrics.countDeliveries('canceled', disabled.canceledDeliveries);
    logger.warn({ tenantId, webhookId, reason, ...disabled }, 'a webhook was disabled');
  }

  return async (delivery, { startedAt, outcome, trace }) => {
    const verdict = classifyOutcome(outcome);
    const retryAt = nextAttemptAt({ attemptCount: delivery.attemptNumber, now: now(), verdict });
    const add = delivery.isOrdered ? addOrdered : addUnordered;
    const recorded = await add(toRecord(delivery, { startedAt, outcome, verdict, retryAt, trace }));
    if (recorded === undefined) {
      metrics.countDeliveries('lost');
      logger.warn(
        { deliveryId: delivery.deliveryId },
        'an attempt ended after its lease had expired; it does not count',
      );
      // A crash of the database can lose the claim, whose job has ended since then.
      await settleUnclaimed(inTrace(database, trace), [delivery], now());
      return;
    }
    metrics.countDeliveries(outcomeName(verdict, retryAt));
    if (verdict.kind === 'succeeded') countDelivered(delivery);
    const isFirst = delivery.attemptNumber === 1;
    if (verdict.kind === 'succeeded' && isFirst) metrics.observeLatency(now(), delivery.createdAt);
    if (saysSomething(outcome))
      await disableIfDue(delivery, { verdict, failingSince: recorded.failingSince, trace });
  };
}

interface JudgedHealth {
  readonly verdict: DeliveryVerdict;
  readonly failingSince: Date | null;
  readonly trace: Trace | undefined;
}

type TracedRecord = AttemptRecord & { readonly trace: Trace | undefined };

interface JudgedAttempt extends FinishedAttempt {
  readonly verdict: DeliveryVerdict;
  readonly retryAt: Date | null;
}

function toRecord(
  { tenantId, eventId, deliveryId, webhookId, leaseToken, event }: ClaimedDelivery,
  { startedAt, outcome, verdict, retryAt, trace }: JudgedAttempt,
): TracedRecord {
  const hasResponse = outcome.kind === 'responded';
  // A deletion is still delivered when the erasure of the person has ended, and nothing would erase the response.
  const isStored = hasResponse && !isDeletionType(event.type);
  return {
    tenantId,
    eventId,
    deliveryId,
    webhookId,
    leaseToken,
    startedAt,
    durationMs: outcome.durationMs,
    statusCode: hasResponse ? outcome.statusCode : null,
    error: hasResponse ? null : outcome.message,
    responseBody: isStored ? outcome.bodyText : null,
    status: verdict.kind === 'succeeded' ? 'succeeded' : retryAt ? 'pending' : 'failed',
    nextAttemptAt: retryAt,
    affectsHealth: saysSomething(outcome),
    trace,
  };
}

function saysSomething(outcome: RequestOutcome): boolean {
  return endpointHealthOf(outcome) !== 'unknown';
}

function outcomeName(verdict: DeliveryVerdict, retryAt: Date | null) {
  if (verdict.kind !== 'retry') return verdict.kind;
  return retryAt ? 'retrying' : 'failed';
}
