import type { Dispatcher } from 'undici';
import type { RequestOutcome } from '../outcome/request-outcome.js';
import { Exchange, type ExchangeResponse } from './exchange.js';
import { explainFailure } from './explain-failure.js';
import type { GuardedAgent } from './guarded-agent.js';
import { parseTarget } from './parse-target.js';

export const defaultTimeoutMs = 15_000;

export interface EventPost {
  readonly url: string;
  /**
   * Connections are shared within an endpoint only, so that a hanging endpoint takes no connections from another one on
   * the same host.
   */
  readonly endpoint?: string;
  /** Headers in addition to the fixed ones, usually the signature. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal;
  /** One deadline for lookup, connection, request and the whole response; the default is 15 s. */
  readonly timeoutMs?: number | undefined;
  /** Whether the body of the response is kept up to 64 KB; default is its beginning. */
  readonly keepsBody?: boolean;
  /** The clock with which the receiver's Retry-After is compared; default is the clock of this machine. */
  readonly now?: () => Date;
}

/** Posts an event once. Rejects only when the request itself is malformed, which is a bug. */
export async function postEvent(agent: GuardedAgent, post: EventPost): Promise<RequestOutcome> {
  const startedAt = performance.now();
  try {
    const response = await exchangeOnce(agent, post);
    return { kind: 'responded', ...response, durationMs: msSince(startedAt) };
  } catch (error) {
    const failure = explainFailure(error);
    if (!failure) throw error;
    return { kind: 'failed', ...failure, durationMs: msSince(startedAt) };
  }
}

function exchangeOnce(agent: GuardedAgent, post: EventPost): Promise<ExchangeResponse> {
  const { origin, path, authorization } = parseTarget(post.url);
  const headers = {
    ...post.headers,
    ...(authorization && { authorization }),
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1',
  };
  return new Promise((onResponse, onFailure) => {
    const {
      endpoint = '',
      body,
      signal,
      timeoutMs = defaultTimeoutMs,
      keepsBody,
      now = () => new Date(),
    } = post;
    const request: Dispatcher.DispatchOptions = { path, method: 'POST', headers, body };
    const exchange = new Exchange({ request, timeoutMs, signal, keepsBody, now, onResponse, onFailure });
    if (exchange.isWaiting) agent.acquireConnection({ origin, endpoint }, exchange);
  });
}

function msSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
