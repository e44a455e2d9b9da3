import { type ClaimedDelivery, openFileLinks, openWebhookSecrets } from '@parley/core';
import type { RequestOutcome } from '../outbound-http/outcome/request-outcome.js';
import { postEvent } from '../outbound-http/request/post-event.js';
import { buildBody } from './build-body.js';
import type { DeliverySenderOptions } from './delivery-sender-options.js';
import { signPayload } from './sign-payload.js';
import { writeEvent } from './write-event.js';

export type AttemptDelivery = (delivery: ClaimedDelivery) => Promise<RequestOutcome>;

/** Builds the body, signs it and posts it once. Each attempt signs the URLs of files again, because they expire. */
export function createDeliveryAttempt(
  { database, agent, now, config, logger }: DeliverySenderOptions,
  signal: AbortSignal,
): AttemptDelivery {
  return async (delivery) => {
    try {
      const { tenantId, eventId, url, webhookId: endpoint } = delivery;
      const links = await openFileLinks({ database, tenantId, now }, config.publicUrl);
      const body = writeEvent(buildBody(links, delivery), { config, logger });
      const secrets = await openWebhookSecrets(database, delivery);
      const headers = signPayload({ eventId, body, sentAt: now(), secrets });
      return await postEvent(agent, { url, endpoint, headers, body, signal });
    } catch (err) {
      const { deliveryId, eventType } = delivery;
      logger.error({ err, deliveryId, eventType }, 'an event could not be sent because of an internal error');
      return { kind: 'failed', reason: 'internal', message: 'The event could not be sent.', durationMs: 0 };
    }
  };
}
