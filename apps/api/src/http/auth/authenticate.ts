import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { FailureLimit } from '../limits/failure-limit.js';
import { HttpError } from '../response/http-error.js';
import { type TokenErrorReason, tokenError } from './auth-errors.js';
import type { Caller } from './caller.js';
import type { TokenClaims, VerifyToken } from './verify-token.js';

export interface AuthenticatorOptions {
  readonly verifyToken: VerifyToken;
  readonly findCaller: (claims: TokenClaims) => Promise<Caller | undefined>;
  readonly failures: FailureLimit;
  readonly onFailure: () => void;
  readonly now: () => Date;
  /** The steady clock of `verifyToken`. */
  readonly steadyNowMs: () => number;
}

/** Returns the caller without a promise when the token was verified a moment ago. */
export type Authenticate = (request: Request, options?: AuthenticateOptions) => Caller | Promise<Caller>;

interface AuthenticateOptions {
  /** Set when the token of a request is checked again. Then a refusal does not count as a failure of its sender. */
  readonly isRepeated?: boolean;
}

/** Every process notices a revoked key, a changed plan or a changed limit within this time. */
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
  const known = new LRUCache<string, Known>({ max: maxTokens });
  const refused = new LRUCache<string, Refused>({ max: maxRefusedTokens });
  const running = new Map<string, Promise<Caller>>();

  return (request, { isRepeated = false } = {}) => {
    const token = readBearerToken(request);
    if (typeof token !== 'string') return refuse(request, tokenError(token.reason));
    const entry = known.get(token);
    if (entry && performance.now() - entry.checkedAt < trustedMs && isCurrent(entry.claims))
      return entry.caller;
    return check(token, entry).catch((error) => {
      if (isRefusal(error) && !isRepeated) return refuse(request, error);
      throw error;
    });
  };

  function isCurrent(claims: TokenClaims): boolean {
    return claims.expiresAt > options.now().getTime() && isVerified(claims);
  }

  function isVerified({ verifiedUntil }: TokenClaims): boolean {
    return options.steadyNowMs() < verifiedUntil;
  }

  /** Claims that were verified before are used until they must be verified again. */
  async function verify(token: string, before: TokenClaims | undefined): Promise<TokenClaims> {
    const time = options.now().getTime();
    const claims = before && isVerified(before) ? before : await options.verifyToken(token);
    if (claims.expiresAt <= time) throw tokenError('token_expired');
    return claims;
  }

  /** Requests that arrive while a token is being verified wait for the same result. */
  function check(token: string, entry: Known | undefined): Promise<Caller> {
    const present = running.get(token);
    if (present) return present;
    const checking = lookUp(token, entry).finally(() => running.delete(token));
    running.set(token, checking);
    return checking;
  }

  async function lookUp(token: string, entry: Known | undefined): Promise<Caller> {
    const before = refused.get(token);
    if (before !== undefined && performance.now() - before.refusedAt < refusedMs) throw before.error;
    const checkedAt = performance.now();
    try {
      const claims = await verify(token, entry?.claims);
      const caller = await options.findCaller(claims);
      if (!caller) throw tokenError('token_revoked');
      known.set(token, { claims, caller, checkedAt });
      return caller;
    } catch (error) {
      if (isRefusal(error)) {
        known.delete(token);
        refused.set(token, { error, refusedAt: performance.now() });
      }
      throw error;
    }
  }

  /** Only failures are limited, since other callers behind the same address may have valid tokens. */
  function refuse(request: Request, error: HttpError): never {
    options.onFailure();
    options.failures.count(request.ip ?? '', 'tokens');
    throw error;
  }
}

interface Refused {
  readonly error: HttpError;
  readonly refusedAt: number;
}

function isRefusal(error: unknown): error is HttpError {
  return error instanceof HttpError && error.code === 'unauthorized';
}

/** A scheme other than Bearer counts as no token; anything after Bearer counts as a token, even if it is malformed. */
export function sendsToken({ headers }: Request): boolean {
  return /^Bearer(?: |$)/i.test(headers.authorization ?? '');
}

function readBearerToken(request: Request): string | { readonly reason: TokenErrorReason } {
  const header = request.headers.authorization;
  if (header === undefined || !sendsToken(request)) return { reason: 'token_missing' };
  if (header.length > maxTokenLength) return { reason: 'token_malformed' };
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
  return token ?? { reason: 'token_malformed' };
}
