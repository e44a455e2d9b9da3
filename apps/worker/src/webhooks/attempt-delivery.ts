import { type ClaimedDelivery, openFileLinks } from '@parley/core';
import { ofTenant } from '@parley/database';
import { continuedTrace, type SpanStart, type Trace, traceHeaders, withEntrySpan } from '@parley/tracing';
import { noteOutcome } from '../outbound-http/outcome/note-outcome.js';
import type { RequestOutcome } from '../outbound-http/outcome/request-outcome.js';
import { postEvent } from '../outbound-http/request/post-event.js';
import { buildBody } from './build-body.js';
import type { DeliverySenderOptions } from './delivery-sender-options.js';
import { OpenedSecrets } from './opened-secrets.js';
import { SharedBodies } from './shared-bodies.js';
import { signPayload } from './sign-payload.js';
import { writeEvent } from './write-event.js';

/** `trace` is the position of the job. */
export type AttemptDelivery = (
  delivery: ClaimedDelivery,
  trace: Trace | undefined,
) => Promise<RequestOutcome>;

/**
 * Builds the body, signs it and posts it once. Each claim signs the URLs of files again, because they expire; deliveries
 * that were claimed together share them.
 */
export function createDeliveryAttempt(options: DeliverySenderOptions, signal: AbortSignal): AttemptDelivery {
  const { agent, now, config, logger, requestMs: timeoutMs } = options;
  const bodies = new SharedBodies();
  const opened = new OpenedSecrets();

  async function writeBody(delivery: ClaimedDelivery): Promise<string> {
    const { tenantId } = delivery;
    const database = ofTenant(options.database, tenantId);
    const links = await openFileLinks({ database, tenantId, now }, config.publicUrl);
    return writeEvent(buildBody(links, delivery), { config, logger });
  }

  async function send(delivery: ClaimedDelivery, trace: Trace | undefined): Promise<RequestOutcome> {
    try {
      const { eventId, url, webhookId: endpoint } = delivery;
      const body = await bodies.get(delivery, writeBody);
      const keys = await opened.get(ofTenant(options.database, delivery.tenantId), delivery);
      const signature = signPayload({ eventId, body, sentAt: now(), keys });
      const headers = { ...signature, ...traceHeaders(trace) };
      return await postEvent(agent, { url, endpoint, headers, body, signal, timeoutMs, now });
    } catch (err) {
      const { deliveryId, eventType } = delivery;
      logger.error({ err, deliveryId, eventType }, 'an event could not be sent because of an internal error');
      return { kind: 'failed', reason: 'internal', message: 'The event could not be sent.', durationMs: 0 };
    }
  }

  return (delivery, jobTrace) => {
    const parent = continuedTrace(delivery.event.traceparent, jobTrace);
    return withEntrySpan(parent, describeSpan(delivery), async (trace, span) => {
      const outcome = await send(delivery, trace);
      noteOutcome(span, outcome);
      return outcome;
    });
  };
}

function describeSpan({
  eventType,
  eventId,
  deliveryId,
  webhookId,
  attemptNumber,
}: ClaimedDelivery): SpanStart {
  return {
    name: `deliver ${eventType}`,
    kind: 'client',
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attemptNumber - 1,
      'messaging.message.id': eventId,
      'parley.delivery.id': deliveryId,
      'parley.webhook.id': webhookId,
    },
  };
}
