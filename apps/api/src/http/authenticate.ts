import type { Request } from 'express';
import { BoundedMap } from './bounded-map.js';
import type { Caller } from './caller.js';
import { HttpError } from './http-error.js';
import type { FailureLimit } from './limit-failures.js';
import type { TokenClaims, VerifyToken } from './verify-token.js';

export interface AuthenticatorOptions {
  readonly verifyToken: VerifyToken;
  readonly findCaller: (claims: TokenClaims) => Promise<Caller | undefined>;
  readonly failures: FailureLimit;
  readonly onFailure: () => void;
  readonly now: () => Date;
}

/** Gives the caller at once when the token was checked a moment ago. */
export type Authenticate = (request: Request) => Caller | Promise<Caller>;

/** A revoked key, another plan or another limit is seen after this time at the latest, by every process. */
const trustedMs = 3_000;
const refusedMs = 1_000;
const maxTokens = 10_000;
const maxRefusedTokens = 1_000;
const maxTokenLength = 8_192;

interface Known {
  readonly claims: TokenClaims;
  readonly caller: Caller;
  readonly checkedAt: number;
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticate {
  const known = new BoundedMap<string, Known>(maxTokens);
  const refused = new BoundedMap<string, number>(maxRefusedTokens);
  const running = new Map<string, Promise<Caller>>();

  return (request) => {
    const token = readBearerToken(request.headers.authorization);
    if (token === undefined) return refuse(request);
    const entry = known.get(token);
    if (entry && performance.now() - entry.checkedAt < trustedMs && isCurrent(entry.caller))
      return entry.caller;
    return check(token, entry).catch((error) => {
      if (error instanceof HttpError && error.code === 'unauthorized') return refuse(request);
      throw error;
    });
  };

  function isCurrent(caller: Caller): boolean {
    return caller.expiresAt > options.now().getTime();
  }

  /** Requests that come while a token is being checked wait for the same answer. */
  function check(token: string, entry: Known | undefined): Promise<Caller> {
    const present = running.get(token);
    if (present) return present;
    const checking = lookUp(token, entry).finally(() => running.delete(token));
    running.set(token, checking);
    return checking;
  }

  async function lookUp(token: string, entry: Known | undefined): Promise<Caller> {
    const refusedAt = refused.get(token);
    if (refusedAt !== undefined && performance.now() - refusedAt < refusedMs)
      throw new HttpError('unauthorized');
    const checkedAt = performance.now();
    try {
      const claims = entry?.claims ?? (await options.verifyToken(token));
      const caller = await options.findCaller(claims);
      if (!caller) throw new HttpError('unauthorized');
      known.set(token, { claims, caller, checkedAt });
      return caller;
    } catch (error) {
      if (error instanceof HttpError && error.code === 'unauthorized') {
        known.delete(token);
        refused.set(token, performance.now());
      }
      throw error;
    }
  }

  /** Only who fails is limited: others behind the same address may have valid tokens. */
  function refuse(request: Request): never {
    options.onFailure();
    const address = addressOf(request);
    options.failures.check(address);
    options.failures.count(address);
    throw new HttpError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
}

function readBearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > maxTokenLength) return undefined;
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
}

function addressOf(request: Request): string {
  return request.ip ?? '';
}
