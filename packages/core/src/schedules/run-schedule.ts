import { statement } from '@parley/database';
import { enqueueSchedule } from '../automations/plan-schedule.js';
import { type CompiledAudience, compileAudience, findAudienceFailure } from '../campaigns/count-audience.js';
import { audienceInvalid, type FailureReason } from '../campaigns/failure-reason.js';
import { hasRoomForOccurrence, waitForRoomMs } from '../campaigns/room-for-occurrence.js';
import type { Context } from '../context.js';
import { memoizeLast } from '../memoize-last.js';
import { findNextOfRules } from '../recurrence/compute-rules.js';
import type { Recurrence } from '../recurrence/find-next-occurrence.js';
import { type Transaction, transact } from '../sql/transact.js';
import { type StartedRuns, startBatch } from './start-batch.js';

/**
 * Starts the due occurrence of a schedule, or the next batch of its runs. Each call is one transaction, in which the
 * automation is locked: it moves the position of the occurrence and inserts the runs, so that a worker can be killed at any
 * time and every contact of an occurrence gets one run. All times that became due while no worker ran lead to one
 * occurrence. Returns null when no runs were started.
 */
export async function runSchedule(context: Context, automationId: string): Promise<StartedRuns | null> {
  const now = context.now();
  const findNext = memoizeLast((recurrence: Recurrence) => findNextOfRules(recurrence, now));
  const [seen] = await context.database.sql(peek, [context.tenantId, automationId]);
  if (seen === undefined) return null;
  if (seen.nextOccurrenceAt !== null && seen.nextOccurrenceAt <= now) await findNext(recurrenceOf(seen));
  const query = seen.occurrenceQuery ?? seen.query;
  const audience = query === null ? null : await compileAudience(context, query);
  return transact(context, async (transaction) => {
    const [schedule] = await transaction.sql(lock, [context.tenantId, automationId]);
    if (schedule === undefined) return null;
    const at = dueAt(schedule);
    if (at === null) return null;
    const enqueue = (moment: Date) =>
      enqueueSchedule(transaction, context, { automationId: schedule.id, at: moment });
    if (at > now) {
      enqueue(at);
      return null;
    }
    if ((schedule.occurrenceQuery ?? schedule.query) !== (audience?.query ?? null)) {
      // The audience was changed since it was read.
      enqueue(now);
      return null;
    }
    if (!(await hasRoomForOccurrence(transaction, context))) {
      enqueue(new Date(now.getTime() + waitForRoomMs));
      return null;
    }
    if (schedule.occurrenceQuery === null) {
      const next = await findNext(recurrenceOf(schedule));
      await begin(transaction, context, { schedule, audience, next });
      enqueue(now);
      return null;
    }
    const started = await startBatch(transaction, context, { schedule, rows: audience?.rows });
    enqueue(now);
    return started;
  });
}

interface DueSchedule {
  readonly id: string;
  readonly activeVersionId: string;
  readonly rule: string;
  readonly timeZone: string;
  readonly startsAt: Date;
  readonly nextOccurrenceAt: Date | null;
  /** The expression of the trigger or of its segment; null when the segment does not exist. */
  readonly query: string | null;
  /** Set while contacts of the occurrence are missing. */
  readonly occurrenceQuery: string | null;
  readonly occurrenceStartedAt: Date | null;
  readonly resolvedTo: string | null;
}

/** An occurrence whose contacts are not all found is due at once. */
function dueAt({ occurrenceQuery, occurrenceStartedAt, nextOccurrenceAt }: DueSchedule): Date | null {
  return occurrenceQuery === null ? nextOccurrenceAt : occurrenceStartedAt;
}

function recurrenceOf({ rule, startsAt, timeZone }: DueSchedule): Recurrence {
  return { rules: [rule], startsAt, isStartChosen: false, timeZone };
}

interface Occurrence {
  readonly schedule: DueSchedule;
  readonly audience: CompiledAudience | null;
  readonly next: Date | null;
}

/** An occurrence that cannot find its contacts starts no runs and has a reason; the schedule goes on. */
async function begin(
  transaction: Transaction,
  context: Context,
  { schedule, audience, next }: Occurrence,
): Promise<void> {
  const failure: FailureReason | undefined = audience
    ? await findAudienceFailure(transaction, context, audience)
    : audienceInvalid;
  await transaction.sql(beginOccurrence, [
    context.tenantId,
    context.now(),
    schedule.id,
    next,
    failure ? null : audience?.query,
    failure ? JSON.stringify(failure) : null,
  ]);
}

const beginOccurrence = statement(
  'begin-occurrence-of-schedule',
  `update automations set occurs_at = next_occurrence_at, next_occurrence_at = $4::timestamptz,
     occurrence_started_at = $2::timestamptz, occurrence_query = $5::text, occurrence_resolved_to = null,
     occurrence_failure = $6::jsonb
   where tenant_id = $1::uuid and id = $3::uuid`,
);

const selectSchedule = `select automation.id, version.id as "activeVersionId",
     version.trigger_parameters ->> 'rule' as rule,
     coalesce(nullif(version.trigger_parameters ->> 'timeZone', 'workspace'), tenant.time_zone) as "timeZone",
     coalesce(automation.schedule_starts_at, automation.created_at) as "startsAt", automation.next_occurrence_at as "nextOccurrenceAt",
     case when version.trigger_parameters ? 'segmentId' then segment.query
       else version.trigger_parameters ->> 'audienceQuery' end as query,
     automation.occurrence_query as "occurrenceQuery",
     automation.occurrence_started_at as "occurrenceStartedAt", automation.occurrence_resolved_to as "resolvedTo"
   from automations automation
   join tenants tenant on tenant.id = automation.tenant_id
   join automation_versions version
     on version.tenant_id = automation.tenant_id and version.id = automation.active_version_id
   left join segments segment on segment.tenant_id = automation.tenant_id
     and segment.id = (version.trigger_parameters ->> 'segmentId')::uuid
   where automation.tenant_id = $1::uuid and automation.id = $2::uuid and automation.status = 'active'
     and version.trigger_type::text = 'schedule' and automation.schedule_starts_at is not null`;

const peek = statement<DueSchedule>('peek-at-schedule', selectSchedule);

/** Two workers with the same job wait for each other here; the second finds the position that the first has set. */
const lock = statement<DueSchedule>('lock-schedule', `${selectSchedule} for no key update of automation`);
