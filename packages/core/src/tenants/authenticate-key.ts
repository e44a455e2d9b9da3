import { type Database, type Plan, statement } from '@parley/database';
import { isId } from '../ids.js';
import { type LimitedTenant, limitsOf } from '../plans/limits-of.js';
import type { Limits } from '../plans/plans.js';

export interface KeyClaims {
  readonly keyId: string;
  readonly tenantId: string;
  /** Default is the clock of the database. */
  readonly now?: Date;
}

export interface AuthenticatedKey {
  readonly tenantId: string;
  readonly plan: Plan;
  readonly limits: Limits;
  /** The number of waiting jobs, as the worker counted it a moment ago. */
  readonly waitingJobs: number;
  /** The maximum scopes of the key; a token can have fewer. */
  readonly scopes: readonly string[];
  /** The last recorded use; the key may have been used up to a minute later, see `recordKeyUse`. */
  readonly lastUsedAt: Date | null;
}

/** Returns the key of a token, with its tenant; undefined when it is unknown, revoked or expired. */
export async function authenticateKey(
  database: Database,
  { keyId, tenantId, now }: KeyClaims,
): Promise<AuthenticatedKey | undefined> {
  if (!isId(keyId) || !isId(tenantId)) return undefined;
  const [key] = await database.sql(findKey, [tenantId, keyId, now ?? null]);
  if (key === undefined) return undefined;
  const { plan, waitingJobs, scopes, lastUsedAt } = key;
  return { tenantId: key.tenantId, plan, limits: limitsOf(key), waitingJobs, scopes, lastUsedAt };
}

interface KeyRow extends LimitedTenant {
  readonly tenantId: string;
  readonly waitingJobs: number;
  readonly scopes: readonly string[];
  readonly lastUsedAt: Date | null;
}

const findKey = statement<KeyRow>(
  'authenticate-key',
  `select tenant.id as "tenantId", tenant.plan, tenant.requests_per_minute as "requestsPerMinute",
     tenant.limit_overrides as "limitOverrides", coalesce(waiting.jobs, 0) as "waitingJobs", key.scopes,
     key.last_used_at as "lastUsedAt"
   from api_keys key join tenants tenant on tenant.id = key.tenant_id
   left join waiting_job_counts waiting on waiting.tenant_id = tenant.id
   where key.tenant_id = $1::uuid and key.id = $2::uuid and key.revoked_at is null
     and tenant.deletion_started_at is null
     and (key.expires_at is null or key.expires_at > coalesce($3::timestamptz, now()))`,
);
