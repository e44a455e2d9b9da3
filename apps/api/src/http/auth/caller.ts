import { authenticateKey, type LimitedTenant, type Limits, limitsOf, plans } from '@parley/core';
import { type Database, statement } from '@parley/database';
import type { TokenClaims } from './verify-token.js';

/** Who sends a request, and what the tenant's plan allows. */
export interface Caller {
  readonly tenantId: string;
  readonly scopes: ReadonlySet<string>;
  readonly features: readonly string[];
  readonly limits: Limits;
  /** As the worker counted them a moment ago. */
  readonly waitingJobs: number;
}

export interface CallerFinder {
  readonly database: Database;
  readonly now: () => Date;
  /** Overrides the number of every plan and tenant. */
  readonly requestsPerMinute?: number | undefined;
}

/** Looks up the tenant, and the API key where the token comes from one. Undefined when the token is no longer valid. */
export async function findCaller(finder: CallerFinder, claims: TokenClaims): Promise<Caller | undefined> {
  const now = finder.now();
  const found = await (claims.keyId === undefined
    ? findTenant(finder.database, claims)
    : authenticateKey(finder.database, { keyId: claims.keyId, tenantId: claims.tenantId, now }));
  if (!found) return undefined;
  return {
    tenantId: claims.tenantId,
    scopes: intersect(claims.scopes, found.scopes),
    features: plans[found.plan].features,
    waitingJobs: found.waitingJobs,
    limits: withRequestsPerMinute(found.limits, finder.requestsPerMinute),
  };
}

/** The issuer alone decides who may act for a tenant; this service only knows whether the tenant exists. */
async function findTenant(database: Database, { tenantId, scopes }: TokenClaims) {
  const [tenant] = await database.sql(selectTenant, [tenantId]);
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
   from tenants where id = $1::uuid`,
);
