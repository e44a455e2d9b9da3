import type { ClaimedDelivery } from '@parley/core';
import type { DeliveryOutcome } from '../sending/delivery-outcome.js';
import { postEvent } from '../sending/post-event.js';
import { signPayload } from '../sending/sign-payload.js';
import { buildBody } from './build-body.js';
import { findEventFaults } from './check-event.js';
import type { DeliverySenderOptions } from './delivery-sender.js';

export type MakeAttempt = (delivery: ClaimedDelivery) => Promise<DeliveryOutcome>;

/** Builds the body, signs it and posts it once. */
export function createAttemptMaker(
  { agent, now, config, logger }: DeliverySenderOptions,
  signal: AbortSignal,
): MakeAttempt {
  return async (delivery) => {
    try {
      const { eventId, url, secrets, webhookId: endpoint } = delivery;
      const body = writeBody(delivery);
      const headers = signPayload({ eventId, body, sentAt: now(), secrets });
      return await postEvent(agent, { url, endpoint, headers, body, signal });
    } catch (err) {
      const { deliveryId, eventType } = delivery;
      logger.error({ err, deliveryId, eventType }, 'an event could not be sent through a fault of ours');
      return { kind: 'failed', reason: 'internal', message: 'The event could not be sent.', durationMs: 0 };
    }
  };

  function writeBody(delivery: ClaimedDelivery): string {
    const built = buildBody(delivery);
    const faults = config.validateResponses === 'off' ? undefined : findEventFaults(built);
    if (faults !== undefined) {
      const message = `The event ${delivery.eventType} breaks the contract: ${faults}`;
      if (config.validateResponses === 'strict') throw new Error(message);
      logger.error({ eventId: delivery.eventId }, message);
    }
    return JSON.stringify(built.body);
  }
}
