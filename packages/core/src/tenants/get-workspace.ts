import { type Plan, statement } from '@parley/database';
import type { Context } from '../context.js';
import { type LimitedTenant, limitsOf } from '../plans/limits-of.js';
import { type Limits, type PlanFeature, plans } from '../plans/plans.js';
import type { Retention } from '../plans/retention.js';
import { type RetainingTenant, retentionDefaultsSql, retentionOf } from '../plans/retention-of.js';
import { SearchSlots } from '../plans/search-slots.js';
import { searchesAtOnce } from '../plans/searches-at-once.js';
import { StreamSlots } from '../plans/stream-slots.js';

export interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly features: readonly PlanFeature[];
  /** ISO 3166-1 alpha-2. */
  readonly defaultCountry: string | null;
  /** A configuration of PostgreSQL's text search. */
  readonly searchLanguage: string | null;
  /** IANA name. */
  readonly timeZone: string;
  readonly limits: Limits;
  readonly usage: WorkspaceUsage;
  readonly retention: Retention;
}

interface WorkspaceUsage {
  readonly automations: number;
  readonly webhooks: number;
  readonly channels: number;
  readonly users: number;
  readonly teams: number;
  readonly segments: number;
  readonly attributes: number;
  readonly storedBytes: number;
  readonly waitingJobs: number;
  /** In this process, as is the next. */
  readonly concurrentSearches: number;
  readonly eventStreams: number;
}

/** Returns the tenant of the caller. */
export async function getWorkspace({ database, tenantId }: Context): Promise<WorkspaceRecord> {
  const [tenant] = await database.sql(find, [tenantId]);
  if (tenant === undefined) throw new Error(`Tenant ${tenantId} was deleted during its request`);
  const { id, name, plan, defaultCountry, searchLanguage, timeZone, automations, webhooks } = tenant;
  const { channels, users, teams, segments, attributes, storedBytes, waitingJobs } = tenant;
  const limits = limitsOf(tenant);
  return {
    id,
    name,
    plan,
    features: plans[plan].features,
    defaultCountry,
    searchLanguage,
    timeZone,
    limits: {
      ...limits,
      concurrentSearches: searchesAtOnce(limits.concurrentSearches, database.searches.size),
    },
    usage: {
      automations,
      webhooks,
      channels,
      users,
      teams,
      segments,
      attributes,
      storedBytes,
      waitingJobs,
      concurrentSearches: SearchSlots.of(database).count(tenantId),
      eventStreams: StreamSlots.of(database).count(tenantId),
    },
    retention: retentionOf(tenant),
  };
}

interface WorkspaceRow
  extends LimitedTenant,
    RetainingTenant,
    Omit<WorkspaceUsage, 'concurrentSearches' | 'eventStreams'> {
  readonly id: string;
  readonly name: string;
  readonly defaultCountry: string | null;
  readonly searchLanguage: string | null;
  readonly timeZone: string;
}

const find = statement<WorkspaceRow>(
  'find-workspace',
  `select id, name, plan, default_country as "defaultCountry", search_language as "searchLanguage",
     time_zone as "timeZone", requests_per_minute as "requestsPerMinute",
     limit_overrides as "limitOverrides", retention_overrides as "retentionOverrides",
     ${retentionDefaultsSql} as "retentionDefaults",
     (select count(*)::int from automations where tenant_id = $1::uuid) as automations,
     (select count(*)::int from webhooks where tenant_id = $1::uuid) as webhooks,
     (select count(*)::int from channels where tenant_id = $1::uuid) as channels,
     (select count(*)::int from users where tenant_id = $1::uuid) as users,
     (select count(*)::int from teams where tenant_id = $1::uuid) as teams,
     (select count(*)::int from segments where tenant_id = $1::uuid) as segments,
     (select count(*)::int from attributes where tenant_id = $1::uuid) as attributes,
     (select coalesce(sum(bytes), 0)::float8 from stored_byte_changes where tenant_id = $1::uuid) as "storedBytes",
     coalesce((select jobs from waiting_job_counts where tenant_id = $1::uuid), 0) as "waitingJobs"
   from tenants where id = $1::uuid`,
);
