import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { type LimitedTenant, limitsOf } from '../plans/limits-of.js';
import type { Transaction } from '../sql/transact.js';

/**
 * Whether an occurrence may start: the workspace has fewer waiting jobs than its limit, and none of its other campaigns
 * starts at the same time. An occurrence starts as a whole, so a workspace exceeds its limit by one occurrence at most.
 * This function does not wait for the other campaign, because waiting would occupy a connection. Runs that are held back for
 * hours fill at most half of the waiting jobs, so that they never keep the messages of contacts out.
 */
export async function hasRoomForOccurrence(
  { sql }: Transaction,
  { tenantId }: Context,
  { isHeldBack = false } = {},
): Promise<boolean> {
  const [turn] = await sql(lockTurn, [tenantId]);
  if (!turn?.isFree) return false;
  const [tenant] = await sql(findWaitingJobs, [tenantId]);
  if (tenant === undefined) return false;
  const limit = limitsOf(tenant).waitingJobs;
  return tenant.waitingJobs < (isHeldBack ? limit / 2 : limit);
}

/** The runs of an occurrence count at once; the next count of the queue replaces the number. */
export async function countStartedRuns(
  { sql }: Transaction,
  { tenantId }: Context,
  runs: number,
): Promise<void> {
  if (runs > 0) await sql(addWaitingJobs, [tenantId, runs]);
}

/** Waiting jobs are counted every five seconds. */
export const waitForRoomMs = 5_000;

const lockTurn = statement<{ isFree: boolean }>(
  'lock-turn-to-start-occurrence',
  `select pg_try_advisory_xact_lock(hashtextextended('start-occurrence ' || $1::text, 0)) as "isFree"`,
);

/** This statement runs after the lock, so that it sees the runs that the previous campaign has counted. */
const findWaitingJobs = statement<LimitedTenant & { waitingJobs: number }>(
  'find-waiting-jobs-of-tenant',
  `select tenant.plan, tenant.requests_per_minute as "requestsPerMinute",
     tenant.limit_overrides as "limitOverrides", coalesce(waiting.jobs, 0) as "waitingJobs"
   from tenants tenant left join waiting_job_counts waiting on waiting.tenant_id = tenant.id
   where tenant.id = $1::uuid`,
);

const addWaitingJobs = statement(
  'add-waiting-jobs-of-tenant',
  `insert into waiting_job_counts (tenant_id, jobs) values ($1::uuid, $2::int)
   on conflict (tenant_id) do update set jobs = waiting_job_counts.jobs + excluded.jobs`,
);
