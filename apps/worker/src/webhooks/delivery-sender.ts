import { setMaxListeners } from 'node:events';
import {
  type ClaimedDelivery,
  claimDeliveries,
  createBatcher,
  expediteDeliveries,
  releaseDeliveries,
  settleUnclaimed,
} from '@parley/core';
import { createEndpointGate } from '../outbound-http/bulkhead/endpoint-bulkhead.js';
import { judgeEndpoint } from '../outbound-http/outcome/endpoint-health.js';
import type { DeliveryOutcome } from '../outbound-http/outcome/request-outcome.js';
import type { DeliverySenderOptions } from './delivery-sender-options.js';
import { createAttemptMaker } from './make-attempt.js';
import { createOutcomeRecorder } from './record-outcome.js';

export interface DeliverySender {
  /**
   * Claims a delivery and begins to send it; resolves when the claim is made, not when the receiver has answered.
   * From then on the lease on the delivery keeps it from being lost, so a slow receiver holds up no job.
   */
  deliver(delivery: { tenantId: string; deliveryId: string }): Promise<void>;
  /** Lets attempts end for a moment, then gives the rest back as if they had not been made. */
  stop(graceMs: number): Promise<void>;
}

/** Longer than the wait in line, the 15 s of an attempt and some tries to record it together. */
export const deliveryLeaseMs = 60_000;

const maxUnderWay = 1_000;
const maxBatch = 200;
const maxPerEndpoint = 16;

/** Between the deliveries of a backlog whose receiver is well again; one that is slower puts them off by itself. */
const backlogSpacingMs = 10;

export function createDeliverySender(options: DeliverySenderOptions): DeliverySender {
  const { database, now, newLeaseToken, metrics, logger } = options;
  const gate = createEndpointGate({ maxInFlight: maxPerEndpoint, maxTotal: maxUnderWay });
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  // Every attempt under way listens.
  setMaxListeners(maxUnderWay, stopping.signal);
  const attempt = createAttemptMaker(options, stopping.signal);
  const record = createOutcomeRecorder(options);
  metrics.observeUnderWay(() => underWay.size);

  const claims = createBatcher(
    async (asked: readonly { tenantId: string; deliveryId: string; leaseToken: string }[]) => {
      const claimed = await claimDeliveries(database, asked, { now: now(), leaseMs: deliveryLeaseMs });
      const byToken = new Map(claimed.map((delivery) => [delivery.leaseToken, delivery]));
      const unclaimed = asked.filter(({ leaseToken }) => !byToken.has(leaseToken));
      if (unclaimed.length > 0) {
        const { canceled } = await settleUnclaimed(database, unclaimed, now());
        metrics.countDeliveries('canceled', canceled);
      }
      return asked.map(({ leaseToken }) => byToken.get(leaseToken));
    },
    { maxSize: maxBatch },
  );

  const returns = createBatcher(
    async (returned: readonly (ClaimedDelivery & { nextAttemptAt: Date })[]) => {
      await releaseDeliveries(database, returned, now());
      metrics.countDeliveries('postponed', returned.length);
      return returned;
    },
    { maxSize: maxBatch },
  );

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const entry = await gate.enter(`${delivery.tenantId}:${delivery.webhookId}`);
    if (entry.kind === 'wait') {
      await returns.add({ ...delivery, nextAttemptAt: after(entry.untilMs) });
      return;
    }
    const startedAt = now();
    const outcome = await attempt(delivery);
    const hasRecovered = entry.leave(judgeEndpoint(outcome));
    if (isGivenUp(outcome)) await returns.add({ ...delivery, nextAttemptAt: now() });
    else await record(delivery, { startedAt, outcome });
    if (hasRecovered) await callBacklog(delivery);
  }

  async function callBacklog({ tenantId, webhookId }: ClaimedDelivery): Promise<void> {
    const backlog = { tenantId, webhookId, now: now(), spacingMs: backlogSpacingMs };
    const deliveries = await expediteDeliveries(database, backlog);
    if (deliveries > 0)
      logger.info({ tenantId, webhookId, deliveries }, 'a webhook that had failed is well again');
  }

  /** The gate knows the time of the process, the deliveries that of the service. */
  function after(untilMs: number): Date {
    return new Date(now().getTime() + Math.max(0, untilMs - Date.now()));
  }

  return {
    async deliver({ tenantId, deliveryId }) {
      const claimed = await claims.add({ tenantId, deliveryId, leaseToken: newLeaseToken() });
      if (claimed === undefined) return;
      const sending = send(claimed)
        // The lease ends by itself, and then another attempt is made.
        .catch((err) => logger.error({ err, deliveryId }, 'what followed from a delivery was not recorded'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async stop(graceMs) {
      gate.close();
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
}

/** We stopped, and the receiver has not failed. */
function isGivenUp(outcome: DeliveryOutcome): boolean {
  return outcome.kind === 'failed' && outcome.reason === 'aborted';
}
