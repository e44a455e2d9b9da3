import { type CallWebhook, openFileLinks, type WebhookCallOutcome } from '@parley/core';
import { presentWebhookCall } from '@parley/presenters/v3';
import { type Trace, traceHeaders, withSpan } from '@parley/tracing';
import type { WorkerDependencies } from '../jobs/worker-dependencies.js';
import { endpointHealthOf } from '../outbound-http/outcome/endpoint-health.js';
import { noteOutcome } from '../outbound-http/outcome/note-outcome.js';
import type { RequestOutcome } from '../outbound-http/outcome/request-outcome.js';
import { postEvent } from '../outbound-http/request/post-event.js';
import { classifyOutcome } from '../webhooks/classify-outcome.js';
import { signPayload, toSigningKey } from '../webhooks/sign-payload.js';
import { writeEvent } from '../webhooks/write-event.js';

type CallerDependencies = Pick<
  WorkerDependencies,
  | 'agent'
  | 'config'
  | 'countDelivered'
  | 'database'
  | 'logger'
  | 'now'
  | 'outboundCalls'
  | 'requestMs'
  | 'signal'
>;

/**
 * Makes the webhook calls of automations. They are signed like events, but with the secrets of the workspace. Like all
 * requests to partners, they are sent only to allowed addresses.
 */
export function createWebhookCaller(tenantId: string, dependencies: CallerDependencies): CallWebhook {
  const { agent, config, countDelivered, database, now, outboundCalls, requestMs, signal } = dependencies;
  return async (call) => {
    const { id: eventId, idempotencyKey, url, secrets, needsResponse } = call;
    const endpoint = `call:${tenantId}:${originOf(url)}`;
    const links = await openFileLinks({ database, tenantId, now }, config.publicUrl);
    const body = await writeEvent({ version: 'v3', body: presentWebhookCall(links, call) }, dependencies);
    const send = (trace: Trace | undefined) => {
      const signature = signPayload({ eventId, body, sentAt: now(), keys: secrets.map(toSigningKey) });
      return postEvent(agent, {
        url,
        endpoint,
        headers: { ...signature, 'idempotency-key': idempotencyKey, ...traceHeaders(trace) },
        body,
        signal,
        timeoutMs: requestMs,
        keepsBody: needsResponse,
        now,
      });
    };
    const sendInSpan = () =>
      withSpan(database.trace, callSpan, async (trace, span) => {
        const outcome = await send(trace);
        noteOutcome(span, outcome);
        return outcome;
      });
    const request = await outboundCalls.call(endpoint, sendInSpan, endpointHealthOf);
    if (request.kind === 'rejected') return { kind: 'postponed', at: request.retryAt };
    const outcome = judge(request.result, { now: now(), needsResponse });
    if (outcome.kind === 'succeeded') countDelivered({ tenantId, eventType: 'automation.webhook_called' });
    return outcome;
  };
}

const callSpan = {
  name: 'call webhook of an automation',
  kind: 'client',
  attributes: { 'http.request.method': 'POST' },
} as const;

/** An invalid URL has no origin, so it counts as a separate endpoint; the request then reports the error. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function judge(
  outcome: RequestOutcome,
  { now, needsResponse }: { now: Date; needsResponse: boolean },
): WebhookCallOutcome {
  if (outcome.kind === 'failed') {
    const { reason, message } = outcome;
    if (reason === 'aborted') return { kind: 'postponed', at: now };
    return { kind: 'failed', message, isPermanent: reason === 'invalid_url' || reason === 'refused_address' };
  }
  const { statusCode } = outcome;
  const verdict = classifyOutcome(outcome);
  const message = `The receiver responded with the status ${statusCode}.`;
  switch (verdict.kind) {
    case 'succeeded':
      return {
        kind: 'succeeded',
        statusCode,
        ...(needsResponse && outcome.isTruncated === false && { body: outcome.bodyText }),
      };
    case 'gone':
      return { kind: 'failed', message, isPermanent: true };
    case 'retry': {
      const { afterMs } = verdict;
      return {
        kind: 'failed',
        message,
        isPermanent: false,
        ...(afterMs !== undefined && { retryAfterMs: afterMs }),
      };
    }
    default:
      return verdict satisfies never;
  }
}
