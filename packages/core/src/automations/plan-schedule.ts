import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import { planRules } from '../recurrence/compute-rules.js';
import type { Transaction } from '../sql/transact.js';

/** What the schedule of a version to publish depends on. */
export interface ScheduleInput {
  readonly rule: string;
  /** The zone of the rule, or that of the workspace. */
  readonly timeZone: string;
  /** The active version has the same rule, so that its occurrences go on. */
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
       and active.trigger_parameters -> 'timeZone' = latest.trigger_parameters -> 'timeZone', false) as "isKept"
   from automations automation
   join tenants tenant on tenant.id = automation.tenant_id
   join automation_versions latest
     on latest.tenant_id = automation.tenant_id and latest.id = automation.latest_version_id
   left join automation_versions active
     on active.tenant_id = automation.tenant_id and active.id = automation.active_version_id
   where automation.tenant_id = $1::uuid and automation.id = $2::uuid and latest.trigger_type::text = 'schedule'`,
);

/** The start of a rule and its first occurrence. */
export interface PlannedSchedule {
  readonly startsAt: Date;
  readonly nextOccurrenceAt: Date | null;
}

/** Recurrence rules may take a while, so call this outside a transaction. */
export async function planSchedule(
  input: ScheduleInput | null,
  now: Date,
): Promise<PlannedSchedule | undefined> {
  if (input === null || input.isKept) return undefined;
  const { rule, timeZone } = input;
  const plan = await planRules({ rules: [rule], startsAt: now, isStartChosen: false, timeZone }, now);
  return { startsAt: now, nextOccurrenceAt: plan?.firstOccurrenceAt ?? null };
}

/** Stores the schedule of a version that was published, and adds the job of its first occurrence. */
export function storeSchedule(
  transaction: Transaction,
  context: Context,
  { automationId, planned }: { automationId: string; planned: PlannedSchedule },
): void {
  const { startsAt, nextOccurrenceAt: at } = planned;
  transaction.send(store, [context.tenantId, automationId, startsAt, at]);
  if (at !== null) enqueueSchedule(transaction, context, { automationId, at });
}

const store = statement(
  'store-schedule-of-automation',
  `update automations set schedule_starts_at = $3::timestamptz, next_occurrence_at = $4::timestamptz
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
