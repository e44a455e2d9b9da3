import {
  type ClaimedDelivery,
  claimDeliveries,
  createBatcher,
  type DeliveryToClaim,
  settleUnclaimed,
} from '@parley/core';
import { type Database, inTrace } from '@parley/database';
import { withSharedSpan } from '@parley/tracing';
import type { DeliverySenderOptions } from './delivery-sender-options.js';
import type { TracedRequest } from './job-of-delivery.js';

export interface DeliveryClaims {
  /** Undefined: the delivery is not due, or no longer. */
  claim(request: TracedRequest): Promise<ClaimedDelivery | undefined>;
  /** The number of deliveries that wait for their claim. */
  waitingCount(): number;
}

interface ClaimsOptions extends Pick<DeliverySenderOptions, 'database' | 'now' | 'metrics'> {
  readonly leaseMs: number;
  /** Whether a claim may wait a moment for other deliveries. */
  readonly mayWait: () => boolean;
}

/** The deliveries of an event with many subscribers are claimed by two statements at a time, each for so many of them. */
const eventClaim = 25;
const maxBatch = 200;
/**
 * A claim reads events of at most so many bytes, and one event more: the event loop parses them at once, and an event can have
 * hundreds of kilobytes.
 */
const maxClaimBytes = 2 * 1_024 * 1_024;

/** How long a claim waits for others where it may, because one statement for many costs far less than many statements. */
const gatherMs = 4;
const gatherSize = 48;

/** Claims deliveries together, and cancels those that cannot be claimed because their webhook is gone. */
export function createDeliveryClaims({
  database,
  now,
  metrics,
  leaseMs,
  mayWait,
}: ClaimsOptions): DeliveryClaims {
  let waitingCount = 0;

  function claimBatch(requested: readonly TracedRequest[]): Promise<ClaimResult[]> {
    const deliveries = requested.map(({ delivery }) => delivery);
    const traces = requested.map(({ trace }) => trace);
    return withSharedSpan(traces, (trace) => claimAll(deliveries, inTrace(database, trace)));
  }

  async function claimAll(requested: readonly DeliveryToClaim[], view: Database): Promise<ClaimResult[]> {
    const options = { now: now(), leaseMs, maxBytes: maxClaimBytes };
    const { claimed, isFull } = await claimDeliveries(view, requested, options);
    const byToken = new Map(claimed.map((delivery) => [delivery.leaseToken, delivery]));
    // A claim that is full has claimed deliveries, so that the next ones have fewer.
    if (isFull) return requested.map(({ leaseToken }) => byToken.get(leaseToken) ?? 'left_out');
    const unclaimed = requested.filter(({ leaseToken }) => !byToken.has(leaseToken));
    if (unclaimed.length > 0) {
      const { canceled } = await settleUnclaimed(view, unclaimed, now());
      metrics.countDeliveries('canceled', canceled);
    }
    return requested.map(({ leaseToken }) => byToken.get(leaseToken));
  }

  const options = {
    maxSize: () => (waitingCount > 2 * eventClaim ? maxBatch : eventClaim),
    gatherMs: () => (mayWait() ? gatherMs : 0),
    gatherSize,
  };
  const firstClaims = createBatcher(claimBatch, options);
  const claimsBeside = createBatcher(claimBatch, options);

  return {
    async claim(request) {
      // The first deliveries of an event fill a claim, and the others need not wait for it.
      const isBeside = waitingCount >= eventClaim && waitingCount < 2 * eventClaim;
      const claims = isBeside ? claimsBeside : firstClaims;
      waitingCount += 1;
      try {
        for (;;) {
          const result = await claims.add(request);
          if (result !== 'left_out') return result;
        }
      } finally {
        waitingCount -= 1;
      }
    },
    waitingCount: () => waitingCount,
  };
}

/** Undefined: the delivery is not due, or no longer. Left out: the claim was full, so the next one looks at the delivery. */
type ClaimResult = ClaimedDelivery | 'left_out' | undefined;
