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
  const { tenantId } = context;
  const findNext = memoizeLast(({ recurrence, after }: Search) =>
    findNextOfRules(recurrence, { tenantId, now: after }),
  );
  const [seen] = await context.database.sql(find, [tenantId, automationId]);
  if (seen === undefined) return null;
  if (seen.occurrenceQuery === null) await findNext(searchOf(seen, now));
  const query = seen.occurrenceQuery ?? seen.query;
  const audience = query === null ? null : await compileAudience(context, query);
  return transact(context, async (transaction) => {
    transaction.send(lock, [context.tenantId, automationId]);
    const [schedule] = await transaction.sql(find, [context.tenantId, automationId]);
    if (schedule === undefined) return null;
    const at = dueAt(schedule);
    if (at === null) return null;
    const enqueue = (moment: Date) =>
      enqueueSchedule(transaction, context, { automationId: schedule.id, at: moment });
    if (at > now) {
      const next = schedule.occurrenceQuery === null ? await findNext(searchOf(schedule, now)) : null;
      enqueue(moveOccurrence(transaction, context, { schedule, at, next }));
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
      const next = await findNext(searchOf(schedule, now));
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
  /** The last occurrence that has started. */
  readonly occursAt: Date | null;
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

interface Search {
  readonly recurrence: Recurrence;
  readonly after: Date;
}

/** The clock of this worker may be behind that of the worker that has started the last occurrence. */
function searchOf({ rule, startsAt, timeZone, occursAt }: DueSchedule, now: Date): Search {
  const after = occursAt !== null && occursAt > now ? occursAt : now;
  return { recurrence: { rules: [rule], startsAt, isStartChosen: false, timeZone }, after };
}

/** The times of a rule move when the workspace gets another zone. A rule that has no further time keeps the one it had. */
function moveOccurrence(
  transaction: Transaction,
  { tenantId }: Context,
  { schedule, at, next }: { schedule: DueSchedule; at: Date; next: Date | null },
): Date {
  if (next === null || next.getTime() === at.getTime()) return at;
  transaction.send(move, [tenantId, schedule.id, next]);
  return next;
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

const find = statement<DueSchedule>(
  'find-due-schedule',
  `select automation.id, version.id as "activeVersionId",
     version.trigger_parameters ->> 'rule' as rule,
     coalesce(nullif(version.trigger_parameters ->> 'timeZone', 'workspace'), tenant.time_zone) as "timeZone",
     coalesce(automation.schedule_starts_at, automation.created_at) as "startsAt",
     automation.occurs_at as "occursAt", automation.next_occurrence_at as "nextOccurrenceAt",
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
     and version.trigger_type::text = 'schedule' and automation.schedule_starts_at is not null`,
);

/**
 * Two workers with the same job wait for each other here, and for a publication. The schedule is read by the next
 * statement: this one would join the version that was active before the wait, and find nothing.
 */
const lock = statement(
  'lock-schedule',
  'select id from automations where tenant_id = $1::uuid and id = $2::uuid for no key update',
);

const move = statement(
  'move-occurrence-of-schedule',
  `update automations set next_occurrence_at = $3::timestamptz where tenant_id = $1::uuid and id = $2::uuid`,
);
