import type { CallWebhook, WebhookCall, WebhookCallOutcome } from '@parley/core';
import { presentChat, presentContact } from '@parley/presenters/v3';
import { classifyOutcome } from '../sending/classify-outcome.js';
import type { DeliveryOutcome } from '../sending/delivery-outcome.js';
import { judgeEndpoint } from '../sending/judge-endpoint.js';
import { postEvent } from '../sending/post-event.js';
import type { WorkerDependencies } from '../task.js';

/** Makes the calls of automations. They reach only addresses that are allowed, as all calls to partners do. */
export function createWebhookCaller(
  tenantId: string,
  { agent, now, outside, signal }: Pick<WorkerDependencies, 'agent' | 'now' | 'outside' | 'signal'>,
): CallWebhook {
  return async (call) => {
    const endpoint = `call:${tenantId}:${originOf(call.url)}`;
    const headers = { 'idempotency-key': call.idempotencyKey };
    const post = { url: call.url, endpoint, headers, body: bodyOf(call), signal };
    const called = await outside.exchange(endpoint, () => postEvent(agent, post), judgeEndpoint);
    return called.kind === 'wait' ? { kind: 'postponed', at: called.at } : judge(called.result, now());
  };
}

/** One that cannot be called is told apart when it is. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function bodyOf({ runId, automationId, contact, chat, variables }: WebhookCall): string {
  return JSON.stringify({
    runId,
    automationId,
    contact: presentContact(contact),
    chat: chat && presentChat(chat),
    variables,
  });
}

function judge(outcome: DeliveryOutcome, now: Date): WebhookCallOutcome {
  if (outcome.kind === 'failed') {
    const { reason, message } = outcome;
    if (reason === 'aborted') return { kind: 'postponed', at: now };
    return { kind: 'failed', message, isPermanent: reason === 'invalid_url' || reason === 'refused_address' };
  }
  const { statusCode } = outcome;
  const verdict = classifyOutcome(outcome);
  const message = `The receiver answered with the status ${statusCode}.`;
  switch (verdict.kind) {
    case 'succeeded':
      return { kind: 'succeeded', statusCode };
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
