import {
  type Actor,
  authenticateKey,
  isKeyUseDue,
  type LimitedTenant,
  type Limits,
  limitsOf,
  plans,
  recordKeyUse,
} from '@parley/core';
import { type Database, ofTenant, statement } from '@parley/database';
import type { TokenClaims } from './verify-token.js';

/** The sender of a request, with the features and limits of its tenant. */
export interface Caller {
  readonly tenantId: string;
  /** Undefined for a token of another issuer. */
  readonly keyId: string | undefined;
  readonly scopes: ReadonlySet<string>;
  readonly features: readonly string[];
  readonly limits: Limits;
  /** The worker counts them periodically, so the number can be slightly out of date. */
  readonly waitingJobs: number;
}

export interface CallerFinder {
  readonly database: Database;
  readonly now: () => Date;
  /** Overrides the request limits of all plans and tenants. */
  readonly requestsPerMinute?: number | undefined;
  /** Called when the use of a key cannot be recorded. The request continues. */
  readonly onUseNotRecorded: (error: unknown) => void;
}

/**
 * Looks up the tenant and, for a token that was issued for an API key, the key. Returns undefined if the token is no
 * longer valid.
 */
export async function findCaller(finder: CallerFinder, claims: TokenClaims): Promise<Caller | undefined> {
  const { keyId } = claims;
  const found = await (keyId === undefined
    ? findTenant(finder.database, claims)
    : findKey(finder, claims, keyId));
  if (!found) return undefined;
  return {
    tenantId: claims.tenantId,
    keyId,
    scopes: intersect(claims.scopes, found.scopes),
    features: plans[found.plan].features,
    waitingJobs: found.waitingJobs,
    limits: withRequestsPerMinute(found.limits, finder.requestsPerMinute),
  };
}

/** Returns the caller as the audit log names it. */
export function actorOf({ keyId }: Caller, requestId: string): Actor {
  return { type: keyId === undefined ? 'issuer' : 'api_key', keyId, requestId };
}

/** Records the use of the key at most once a minute. The request does not wait for it. */
async function findKey(finder: CallerFinder, claims: TokenClaims, keyId: string) {
  const { tenantId } = claims;
  const { now, onUseNotRecorded } = finder;
  const database = ofTenant(finder.database, tenantId);
  const at = now();
  const key = await authenticateKey(database, { keyId, tenantId, now: at });
  if (key && isKeyUseDue(key.lastUsedAt, at))
    void recordKeyUse(database, { tenantId, keyId, at }).catch(onUseNotRecorded);
  return key;
}

/** The issuer alone decides who may act for a tenant; this service checks only that the tenant exists. */
async function findTenant(database: Database, { tenantId, scopes }: TokenClaims) {
  const [tenant] = await ofTenant(database, tenantId).sql(selectTenant, [tenantId]);
  if (!tenant) return undefined;
  const { plan, waitingJobs } = tenant;
  return { plan, waitingJobs, limits: limitsOf(tenant), scopes: [...scopes] };
}

function withRequestsPerMinute(limits: Limits, requestsPerMinute: number | undefined): Limits {
  return requestsPerMinute === undefined ? limits : { ...limits, requestsPerMinute };
}

/** A token has the scopes of its key or fewer, never more. */
function intersect(ofToken: ReadonlySet<string>, ofKey: readonly string[]): ReadonlySet<string> {
  if (ofKey.includes('*')) return ofToken;
  return new Set(ofToken.has('*') ? ofKey : ofKey.filter((scope) => ofToken.has(scope)));
}

const selectTenant = statement<LimitedTenant & { readonly waitingJobs: number }>(
  'find-tenant-of-token',
  `select plan, requests_per_minute as "requestsPerMinute", limit_overrides as "limitOverrides",
     coalesce((select jobs from waiting_job_counts where tenant_id = $1::uuid), 0) as "waitingJobs"
   from tenants where id = $1::uuid and deletion_started_at is null`,
);
