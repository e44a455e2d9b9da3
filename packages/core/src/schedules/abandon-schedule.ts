import { statement } from '@parley/database';
import { enqueueSchedule } from '../automations/plan-schedule.js';
import type { FailureReason } from '../campaigns/failure-reason.js';
import type { Context } from '../context.js';
import { transact } from '../sql/transact.js';

/** Ends the occurrence that no worker could start or complete. The schedule goes on, after an hour at the earliest. */
export function abandonSchedule(context: Context, automationId: string): Promise<void> {
  return transact(context, async (transaction) => {
    const { tenantId, now } = context;
    const values = [tenantId, automationId, JSON.stringify(occurrenceAbandoned)];
    const [abandoned] = await transaction.sql(abandon, values);
    if (!abandoned?.nextOccurrenceAt) return;
    const earliest = now().getTime() + pauseMs;
    const at = new Date(Math.max(abandoned.nextOccurrenceAt.getTime(), earliest));
    enqueueSchedule(transaction, context, { automationId, at });
  });
}

const pauseMs = 60 * 60 * 1_000;

const occurrenceAbandoned: FailureReason = {
  code: 'internal_error',
  message: 'The occurrence could not be started because of an internal error.',
};

const abandon = statement<{ nextOccurrenceAt: Date | null }>(
  'abandon-occurrence-of-schedule',
  `update automations set occurrence_query = null, occurrence_resolved_to = null, occurrence_failure = $3::jsonb
   where tenant_id = $1::uuid and id = $2::uuid and schedule_starts_at is not null
   returning next_occurrence_at as "nextOccurrenceAt"`,
);
