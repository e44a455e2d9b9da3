import { setMaxListeners } from 'node:events';
import {
  type ClaimedDelivery,
  createTenantBatcher,
  type DeliveryToClaim,
  eventTypes,
  expediteDeliveries,
  legacyEventTypes,
  releaseDeliveries,
} from '@parley/core';
import { inTrace } from '@parley/database';
import { type Trace, withSharedSpan } from '@parley/tracing';
import type { StartDeliveries } from '../jobs/worker-dependencies.js';
import { requestOnce } from '../outbound-http/bulkhead/admission.js';
import { createEndpointBulkhead } from '../outbound-http/bulkhead/endpoint-bulkhead.js';
import { endpointHealthOf } from '../outbound-http/outcome/endpoint-health.js';
import type { RequestOutcome } from '../outbound-http/outcome/request-outcome.js';
import { defaultTimeoutMs } from '../outbound-http/request/post-event.js';
import { createDeliveryAttempt } from './attempt-delivery.js';
import { createDeliveryClaims } from './delivery-claims.js';
import type { DeliverySenderOptions } from './delivery-sender-options.js';
import { HeldEvents } from './held-events.js';
import type { JobOfDelivery, Release } from './job-of-delivery.js';
import { createOutcomeRecorder } from './record-outcome.js';

export interface DeliverySender {
  readonly start: StartDeliveries;
  /** Waits a moment for attempts in flight, then releases the other deliveries without counting an attempt. */
  stop(graceMs: number): Promise<void>;
}

/** A lease is longer than an attempt by this time: the wait in the queue, and a few retries to record the outcome. */
const leaseMarginMs = 45_000;

const maxInFlight = 1_000;
const maxReleased = 200;
const maxPerEndpoint = 16;

/** The pause between the deliveries of a backlog whose receiver has recovered; a slower receiver postpones them itself. */
const backlogSpacingMs = 10;

/**
 * How long a delivery of an unknown type waits for a newer worker: at first a moment, because an upgrade takes minutes, and
 * later as long as it has waited already, because nobody knows whether the newer release will return.
 */
const unknownTypePause = { minMs: 5_000, maxMs: 300_000 };

export function createDeliverySender(options: DeliverySenderOptions): DeliverySender {
  const { database, now, sizes, newLeaseToken, metrics, logger, requestMs = defaultTimeoutMs } = options;
  const leaseMs = requestMs + leaseMarginMs;
  const bulkhead = createEndpointBulkhead({ maxInFlight: maxPerEndpoint, maxTotal: maxInFlight });
  const held = new HeldEvents();
  const inFlight = new Set<Promise<void>>();
  /** Deliveries that are claimed and wait for their endpoint. */
  let waitingCount = 0;
  let isShared = false;
  const stopping = new AbortController();
  // Every attempt in flight may add a listener, and a tenant has its first attempt beyond the limit.
  setMaxListeners(2 * maxInFlight, stopping.signal);
  const attempt = createDeliveryAttempt(options, stopping.signal);
  // While deliveries of a tenant that is alone wait for their endpoints, a claim may wait for others. The claims of several tenants
  // never wait: their jobs occupy slots meanwhile, and a tenant must not be delayed by the slow endpoint of another.
  const mayWait = () => !isShared && waitingCount > 0;
  const claims = createDeliveryClaims({ database, now, metrics, leaseMs, mayWait });
  const record = createOutcomeRecorder(options, { isClaiming: () => claims.waitingCount() > 0 && !isShared });
  const warnedTypes = new Set<string>();
  metrics.observeInFlight(() => inFlight.size);
  metrics.observeCircuits('deliveries', bulkhead);

  const release = createTenantBatcher(
    async (released: readonly Release[], locks) => {
      const traces = released.map(({ trace }) => trace);
      await withSharedSpan(traces, (trace) =>
        releaseDeliveries(inTrace(database, trace), released, { now: now(), ...locks }),
      );
      metrics.countDeliveries('postponed', released.length);
      return released;
    },
    { maxSize: maxReleased },
  );

  async function send(delivery: ClaimedDelivery, { lane, trace }: JobOfDelivery): Promise<void> {
    if (!knownTypes.has(delivery.eventType)) {
      await leaveToNewerWorker(delivery, trace);
      return;
    }
    const { tenantId, event, eventBytes: bytes } = delivery;
    const heldEvent = { tenantId, event, bytes };
    if (!held.tryHold(heldEvent)) {
      const nextAttemptAt = after(held.waitMs(heldEvent, performance.now()));
      await release({ ...delivery, nextAttemptAt, trace });
      return;
    }
    try {
      await sendHeld(delivery, { lane, trace });
    } finally {
      held.release(heldEvent);
    }
  }

  async function sendHeld(delivery: ClaimedDelivery, { lane, trace }: JobOfDelivery): Promise<void> {
    await lane.yielding();
    const admission = await admit(delivery);
    if (admission.kind === 'rejected') {
      await release({ ...delivery, nextAttemptAt: after(admission.waitMs), trace });
      return;
    }
    const startedAt = now();
    const attempted = await requestOnce(admission, () => attempt(delivery, trace), endpointHealthOf);
    const { result: outcome, hasRecovered } = attempted;
    await lane.yielding();
    if (isCanceled(outcome)) await release({ ...delivery, nextAttemptAt: now(), trace });
    else await record(delivery, { startedAt, outcome, trace });
    if (hasRecovered) await expediteBacklog(delivery, trace);
  }

  async function admit({ tenantId, webhookId }: ClaimedDelivery) {
    waitingCount += 1;
    try {
      return await bulkhead.acquire({ tenant: tenantId, key: `${tenantId}:${webhookId}` });
    } finally {
      waitingCount -= 1;
    }
  }

  /** During an upgrade, or after going back, there can be events of a type that only a newer release can write. */
  async function leaveToNewerWorker(delivery: ClaimedDelivery, trace: Trace | undefined): Promise<void> {
    const { eventType, createdAt } = delivery;
    if (!warnedTypes.has(eventType)) {
      warnedTypes.add(eventType);
      logger.warn({ eventType }, 'deliveries wait for a newer worker, which knows the type of their event');
    }
    const { minMs, maxMs } = unknownTypePause;
    const waitedMs = now().getTime() - createdAt.getTime();
    const pauseMs = Math.min(Math.max(minMs, waitedMs), maxMs);
    await release({ ...delivery, nextAttemptAt: new Date(now().getTime() + pauseMs), trace });
  }

  async function expediteBacklog(
    { tenantId, webhookId }: ClaimedDelivery,
    trace: Trace | undefined,
  ): Promise<void> {
    const backlog = { tenantId, webhookId, now: now(), spacingMs: backlogSpacingMs, sizes };
    const deliveries = await expediteDeliveries(inTrace(database, trace), backlog);
    if (deliveries > 0)
      logger.info({ tenantId, webhookId, deliveries }, 'a webhook has recovered; its backlog is sent now');
  }

  function after(waitMs: number): Date {
    return new Date(now().getTime() + Math.ceil(waitMs));
  }

  async function startOne(delivery: Omit<DeliveryToClaim, 'leaseToken'>, job: JobOfDelivery): Promise<void> {
    const { lane, trace } = job;
    ({ isShared } = lane);
    const claimed = await claims.claim({ delivery: { ...delivery, leaseToken: newLeaseToken() }, trace });
    if (claimed === undefined) return;
    const { deliveryId } = claimed;
    const endDelivery = lane.countDelivery();
    const sending = send(claimed, job)
      // The lease expires, and then another attempt is made.
      .catch((err) =>
        logger.error(
          { err, deliveryId },
          'the outcome of a delivery was not recorded; it is attempted again when its lease expires',
        ),
      )
      .finally(() => {
        inFlight.delete(sending);
        endDelivery();
      });
    inFlight.add(sending);
  }

  return {
    async start({ deliveryIds, ...event }, lane, trace) {
      const job = { lane, trace };
      await Promise.all(deliveryIds.map((deliveryId) => startOne({ ...event, deliveryId }, job)));
    },
    async stop(graceMs) {
      bulkhead.close();
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(inFlight);
      clearTimeout(timer);
    },
  };
}

const knownTypes: ReadonlySet<string> = new Set([...eventTypes, ...legacyEventTypes]);

/** Whether the request was canceled because the worker is stopping, so that the receiver has not failed. */
function isCanceled(outcome: RequestOutcome): boolean {
  return outcome.kind === 'failed' && outcome.reason === 'aborted';
}
