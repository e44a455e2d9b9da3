import { setTimeout as delay } from 'node:timers/promises';
import { isReady, type Send } from '../../crash/scene.js';

/**
 * A client behind a load balancer: it sends requests only to processes whose `/readyz` returns 200, and retries a 503 after
 * the time that `Retry-After` says, with the same idempotency key.
 */
export interface ReadyClient {
  readonly send: Send;
  readonly counts: Readonly<RequestCounts>;
  /** The requests that failed, as lines. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

export interface RequestCounts {
  requests: number;
  /** Responses with 503 and `Retry-After`, after which the request was sent again. */
  retries: number;
  /** The longest time from the first attempt of a request to its response. */
  longestMs: number;
}

export interface ReadyClientOptions {
  /** The processes at this moment. */
  readonly urls: () => readonly string[];
  readonly probeMs?: number;
  /** A request that has no success after this time has failed. */
  readonly deadlineMs?: number;
}

export function openReadyClient({
  urls,
  probeMs = 500,
  deadlineMs = 30_000,
}: ReadyClientOptions): ReadyClient {
  const counts = { requests: 0, retries: 0, longestMs: 0 };
  const failures: string[] = [];
  const ready = new Set<string>();
  const stopping = new AbortController();
  let turn = 0;

  const probe = async (url: string) => {
    if (await isReady(url)) ready.add(url);
    else ready.delete(url);
  };
  const probing = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all(urls().map(probe));
      await delay(probeMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  const choose = (): string | undefined => {
    const candidates = urls().filter((url) => ready.has(url));
    turn += 1;
    return candidates[turn % candidates.length];
  };

  const attempt = async (path: string, init: RequestInit, deadline: number): Promise<Response> => {
    for (;;) {
      const url = choose();
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new Error(`no success within ${deadlineMs} ms`);
      if (url === undefined) {
        await delay(50);
        continue;
      }
      const response = await fetch(`${url}${path}`, {
        ...init,
        signal: AbortSignal.timeout(Math.ceil(leftMs)),
      });
      const pauseMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
      if (response.status !== 503 || Number.isNaN(pauseMs)) return response;
      await response.body?.cancel();
      counts.retries += 1;
      await delay(pauseMs);
    }
  };

  return {
    counts,
    failures,
    async send(path, init) {
      const startedAt = performance.now();
      counts.requests += 1;
      const describe = (what: unknown) => `${init.method ?? 'GET'} ${path}: ${what}`;
      try {
        const response = await attempt(path, init, startedAt + deadlineMs);
        if (!response.ok) failures.push(describe(`${response.status} ${await response.clone().text()}`));
        return response;
      } catch (error) {
        failures.push(describe(error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error));
        throw error;
      } finally {
        counts.longestMs = Math.max(counts.longestMs, performance.now() - startedAt);
      }
    },
    async stop() {
      stopping.abort();
      await probing;
    },
  };
}
