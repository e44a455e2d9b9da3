import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { VerifierOptions } from './verified-token.js';

/** An issuer withdraws a key by removing it from its key set, so the set is fetched again at this interval. */
const refreshAfterMs = 20_000;
/** When the set is older than this, a request waits for the new one. */
const maxAgeMs = 30_000;
/** The minimum time between two fetches while the endpoint fails. */
const retryAfterMs = 5_000;
/** The minimum time between two fetches that are caused by unknown key ids, since anybody can invent a key id. */
const cooldownMs = 10_000;
const timeoutMs = 5_000;

/** The issuer's keys are not available, so it is unknown whether a token is valid. */
export class KeySetUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The key set of the issuer could not be fetched.', { cause });
    this.name = 'KeySetUnavailableError';
  }
}

export interface IssuerKeys {
  readonly find: JWTVerifyGetKey;
  /** Until when the keys of the last set may be used without another fetch, in milliseconds on the steady clock. */
  usableUntil(): number;
}

interface IssuerKeysOptions extends VerifierOptions {
  /** How long the last set is used while the endpoint fails. */
  readonly graceMs: number;
}

/**
 * Finds keys in the issuer's key set. jose fetches the set and shares one fetch among requests; this function decides
 * when to fetch. With the timing options of jose, every request would wait for a failing endpoint, and a set that has
 * just expired would be lost.
 */
export function createIssuerKeys(
  jwksUrl: string,
  { steadyNowMs, onKeysUnavailable, graceMs }: IssuerKeysOptions,
): IssuerKeys {
  const usableMs = Math.max(maxAgeMs, graceMs);
  const keySet = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: Number.POSITIVE_INFINITY,
  });
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let failure: { readonly cause: unknown; readonly at: number } | undefined;
  let running: Promise<void> | undefined;

  return { find, usableUntil: () => fetchedAt + usableMs };

  async function find(...[header, token]: Parameters<JWTVerifyGetKey>) {
    await refresh();
    if (ageOf(fetchedAt) >= usableMs) throw new KeySetUnavailableError(failure?.cause);
    try {
      return await keySet(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || ageOf(fetchedAt) < cooldownMs) throw error;
      if (canFetch()) await fetchKeys();
      if (failure) throw new KeySetUnavailableError(failure.cause);
      return keySet(header, token);
    }
  }

  async function refresh(): Promise<void> {
    const age = ageOf(fetchedAt);
    if (age < refreshAfterMs || !canFetch()) return;
    const isFailing = failure !== undefined;
    const fetched = fetchKeys();
    const isUsable = age < (isFailing ? usableMs : maxAgeMs);
    if (!isUsable) await fetched;
  }

  function canFetch(): boolean {
    return failure === undefined || ageOf(failure.at) >= retryAfterMs;
  }

  /** Fetches the key set. It never rejects: a failure is stored. */
  function fetchKeys(): Promise<void> {
    running ??= fetchOnce().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function fetchOnce(): Promise<void> {
    const startedAt = steadyNowMs();
    try {
      await keySet.reload();
      fetchedAt = startedAt;
      failure = undefined;
    } catch (cause) {
      failure = { cause, at: steadyNowMs() };
      onKeysUnavailable(cause);
    }
  }

  function ageOf(time: number): number {
    return steadyNowMs() - time;
  }
}
