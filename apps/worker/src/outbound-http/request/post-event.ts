import type { Dispatcher } from 'undici';
import type { DeliveryOutcome } from '../outcome/request-outcome.js';
import { type Answer, Exchange } from './exchange.js';
import { explainFailure } from './explain-failure.js';
import type { GuardedAgent } from './guarded-agent.js';
import { parseTarget } from './parse-target.js';

export interface EventPost {
  readonly url: string;
  /** Connections are shared within an endpoint only: one that hangs takes none from another on the same host. */
  readonly endpoint?: string;
  /** Sent besides the fixed ones, usually the signature. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal;
  /** One deadline for look-up, connection, request and the whole answer. */
  readonly timeoutMs?: number;
}

/** Posts an event once. Rejects only when the request itself is malformed, which is a mistake of ours. */
export async function postEvent(agent: GuardedAgent, post: EventPost): Promise<DeliveryOutcome> {
  const startedAt = performance.now();
  try {
    const answer = await exchangeOnce(agent, post);
    return { kind: 'answered', ...answer, durationMs: msSince(startedAt) };
  } catch (error) {
    const failure = explainFailure(error);
    if (!failure) throw error;
    return { kind: 'failed', ...failure, durationMs: msSince(startedAt) };
  }
}

function exchangeOnce(agent: GuardedAgent, post: EventPost): Promise<Answer> {
  const { origin, path, authorization } = parseTarget(post.url);
  const headers = {
    ...post.headers,
    ...(authorization && { authorization }),
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1',
  };
  return new Promise((onAnswer, onFailure) => {
    const { endpoint = '', body, signal, timeoutMs = 15_000 } = post;
    const request: Dispatcher.DispatchOptions = { path, method: 'POST', headers, body };
    const exchange = new Exchange({ request, timeoutMs, signal, onAnswer, onFailure });
    if (exchange.isWaiting) agent.lendConnection({ origin, endpoint }, exchange);
  });
}

function msSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
