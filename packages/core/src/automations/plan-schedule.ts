import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import { planRules, type RuleTime } from '../recurrence/compute-rules.js';
import type { Transaction } from '../sql/transact.js';
import { ValidationErrors } from '../validation-errors.js';
import { problemOfPlan } from './versions/check-schedule.js';
import { pathOf } from './versions/check-trigger.js';

/** What the schedule of a version to publish depends on. */
export interface ScheduleInput {
  readonly rule: string;
  /** The zone of the rule, or that of the workspace. */
  readonly timeZone: string;
  /** The active version has the same rule and zone, so that its occurrences go on. */
  readonly isKept: boolean;
}

/** Returns what the schedule depends on; null when the latest version has none. */
export async function findScheduleInput(
  { sql }: Pick<Transaction, 'sql'>,
  { tenantId }: Context,
  automationId: string,
): Promise<ScheduleInput | null> {
  const [found] = await sql(find, [tenantId, automationId]);
  return found ?? null;
}

const find = statement<ScheduleInput>(
  'find-schedule-to-publish',
  `select latest.trigger_parameters ->> 'rule' as rule,
     coalesce(nullif(latest.trigger_parameters ->> 'timeZone', 'workspace'), tenant.time_zone) as "timeZone",
     coalesce(active.trigger_type::text = 'schedule' and automation.schedule_starts_at is not null
       and active.trigger_parameters -> 'rule' = latest.trigger_parameters -> 'rule'
       and coalesce(nullif(active.trigger_parameters ->> 'timeZone', 'workspace'), tenant.time_zone)
         = coalesce(nullif(latest.trigger_parameters ->> 'timeZone', 'workspace'), tenant.time_zone), false) as "isKept"
   from automations automation
   join tenants tenant on tenant.id = automation.tenant_id
   join automation_versions latest
     on latest.tenant_id = automation.tenant_id and latest.id = automation.latest_version_id
   left join automation_versions active
     on active.tenant_id = automation.tenant_id and active.id = automation.active_version_id
   where automation.tenant_id = $1::uuid and automation.id = $2::uuid and latest.trigger_type::text = 'schedule'`,
);

export interface PlannedSchedule {
  /** The start of the rule; null when the automation keeps its occurrences. */
  readonly startsAt: Date | null;
  /** When the job is due; null when the rule has no occurrence. */
  readonly at: Date | null;
  /** Why the rule cannot start. */
  readonly problem?: string | undefined;
}

/** Recurrence rules may take a while, so call this outside a transaction. */
export async function planSchedule(
  input: ScheduleInput | null,
  time: RuleTime,
): Promise<PlannedSchedule | undefined> {
  if (input === null) return undefined;
  const { now } = time;
  const { rule, timeZone, isKept } = input;
  if (isKept) return { startsAt: null, at: now };
  const plan = await planRules({ rules: [rule], startsAt: now, isStartChosen: false, timeZone }, time);
  return { startsAt: now, at: plan?.firstOccurrenceAt ?? null, problem: problemOfPlan(plan) };
}

/** Throws when the schedule would never start: its rule may have ended since it was written. */
export function requireOccurrence(planned: PlannedSchedule | undefined): void {
  const errors = new ValidationErrors();
  if (planned?.problem !== undefined) errors.add(pathOf('rule'), 'invalid_string', planned.problem);
  errors.throwIfAny();
}

/**
 * Stores the schedule of a version that was published, and adds the job of its first occurrence. The job of a schedule
 * that is kept is due at once, and finds out when the next occurrence is: the job that it had may have ended while it
 * waited for the publication.
 */
export function storeSchedule(
  transaction: Transaction,
  context: Context,
  { automationId, planned }: { automationId: string; planned: PlannedSchedule },
): void {
  const { startsAt, at } = planned;
  if (startsAt !== null) transaction.send(store, [context.tenantId, automationId, startsAt, at]);
  if (at !== null) enqueueSchedule(transaction, context, { automationId, at });
}

/** An occurrence of the rule before ends, even if contacts of it are missing. */
const store = statement(
  'store-schedule-of-automation',
  `update automations set schedule_starts_at = $3::timestamptz, next_occurrence_at = $4::timestamptz, occurs_at = null,
     occurrence_started_at = null, occurrence_query = null, occurrence_resolved_to = null, occurrence_failure = null
   where tenant_id = $1::uuid and id = $2::uuid`,
);

/** Schedules the one job of a schedule. A waiting job is moved. */
export function enqueueSchedule(
  transaction: Transaction,
  { tenantId }: Context,
  { automationId, at }: { automationId: string; at: Date },
): void {
  const key = `run-schedule:${tenantId}:${automationId}`;
  addJob(transaction, { task: 'run-schedule', payload: { tenantId, automationId }, runAt: at, key });
}
