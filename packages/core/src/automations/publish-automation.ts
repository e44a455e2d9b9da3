import { type Statement, statement, type TriggerType } from '@parley/database';
import type { AuditAction } from '../auditing/audit-actions.js';
import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { memoizeLast } from '../memoize-last.js';
import { requireById } from '../resources/get-by-id.js';
import { type Transaction, transact } from '../sql/transact.js';
import { requireScopes } from '../tenants/require-scopes.js';
import { type AutomationDetailRecord, automationDetails } from './automation-detail-record.js';
import {
  findScheduleInput,
  type PlannedSchedule,
  planSchedule,
  requireOccurrence,
  type ScheduleInput,
  storeSchedule,
} from './plan-schedule.js';
import { cancelUnstartedRuns } from './runs/cancel-unstarted-runs.js';
import { scopesOfAudience } from './versions/check-schedule.js';
import { readStoredSteps } from './versions/read-stored-steps.js';
import { scopesOfStep } from './versions/scopes-of-step.js';
import { flattenSteps } from './versions/step-tree.js';

/**
 * Makes the latest version the active one and activates the automation. If it is already active, nothing changes. The
 * publisher needs the scopes of every step. The steps of a version never change, so its runs stay within these scopes.
 */
export async function publishAutomation(
  context: Context,
  automationId: string,
): Promise<AutomationDetailRecord> {
  const { tenantId } = context;
  const now = context.now();
  const plan = memoizeLast((input: ScheduleInput | null) => planSchedule(input, { tenantId, now }));
  const seen = isId(automationId) ? await findScheduleInput(context.database, context, automationId) : null;
  await plan(seen);
  return switchTo(context, automationId, {
    change: publish,
    action: 'automation.published',
    check({ latestVersion }) {
      requireScopes(context, [
        ...flattenSteps(readStoredSteps(latestVersion.steps)).flatMap(scopesOfStep),
        ...scopesOfAudience(latestVersion.trigger),
      ]);
    },
    schedule: {
      isExpected: seen !== null,
      async plan(transaction) {
        transaction.send(lock, [context.tenantId, automationId]);
        return plan(await findScheduleInput(transaction, context, automationId));
      },
    },
  });
}

/**
 * Deactivates an automation that is active. Runs that have begun continue to their end, including those in a `wait`
 * step. Runs that have not begun, and runs that wait for a reply, are canceled. No run begins after the commit, however
 * many there are, and a second call cancels the runs that an interrupted call has left.
 */
export async function deactivateAutomation(
  context: Context,
  automationId: string,
): Promise<AutomationDetailRecord> {
  const automation = await switchTo(context, automationId, {
    change: deactivate,
    action: 'automation.deactivated',
  });
  await cancelUnstartedRuns(context, { automationId });
  return automation;
}

interface Changed {
  readonly id: string;
  /** That of the active version; null when none is active. */
  readonly triggerType: TriggerType | null;
}

interface Switch {
  readonly change: Statement<Changed>;
  readonly action: AuditAction;
  /**
   * This check runs after the change and throws to roll it back, so that no other version can become the latest in
   * between.
   */
  readonly check?: (automation: AutomationDetailRecord) => void;
  readonly schedule?: {
    /** Whether the change brings a schedule, as far as it was known before the transaction. */
    readonly isExpected: boolean;
    /** Plans the schedule; undefined when the latest version has none. */
    readonly plan: (transaction: Transaction) => Promise<PlannedSchedule | undefined>;
  };
}

function switchTo(
  context: Context,
  automationId: string,
  { change, action, check, schedule }: Switch,
): Promise<AutomationDetailRecord> {
  return transact(context, async (transaction) => {
    const { sql } = transaction;
    const { tenantId, now } = context;
    if (!isId(automationId)) throw notFound('automation');
    // What the active version had is read before the change.
    const expected = schedule?.isExpected ? await schedule.plan(transaction) : undefined;
    const [changed] = await sql(change, [tenantId, now(), automationId]);
    const isPlanned = changed?.triggerType === 'schedule';
    const planned = isPlanned && !schedule?.isExpected ? await schedule?.plan(transaction) : expected;
    if (isPlanned && planned) storeSchedule(transaction, context, { automationId: changed.id, planned });
    const automation = await requireById(sql, automationDetails, { tenantId, id: automationId });
    check?.(automation);
    if (isPlanned) requireOccurrence(planned);
    if (changed) recordAudit(transaction, context, { action, resourceId: changed.id });
    return automation;
  });
}

const lock = statement(
  'lock-automation-to-publish',
  'select id from automations where tenant_id = $1::uuid and id = $2::uuid for no key update',
);

const scheduleColumns = [
  'schedule_starts_at',
  'next_occurrence_at',
  'occurs_at',
  'occurrence_started_at',
  'occurrence_query',
  'occurrence_resolved_to',
  'occurrence_failure',
];

const hasSchedule = `latest_version_trigger_type::text = 'schedule'`;

/**
 * This is SQL, because one statement copies columns of the row and compares them. A version without a schedule ends the
 * occurrences of the one before.
 */
const publish = statement<Changed>(
  'publish-automation',
  `update automations set status = 'active', active_version_id = latest_version_id,
     active_version_trigger_type = latest_version_trigger_type,
     active_version_trigger_parameters_channel_id = latest_version_trigger_parameters_channel_id,
     ${scheduleColumns.map((column) => `${column} = case when ${hasSchedule} then ${column} end`).join(', ')},
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and active_version_id is distinct from latest_version_id
   returning id, active_version_trigger_type as "triggerType"`,
);

export const deactivate = statement<Changed>(
  'deactivate-automation',
  `update automations set status = 'inactive', active_version_id = null, active_version_trigger_type = null,
     active_version_trigger_parameters_channel_id = null,
     ${scheduleColumns.map((column) => `${column} = null`).join(', ')}, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and status = 'active'
   returning id, active_version_trigger_type as "triggerType"`,
);
