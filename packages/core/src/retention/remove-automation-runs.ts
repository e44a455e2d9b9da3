import { sizedStatement } from '../sql/sized-statement.js';
import { expiredIn, type Removed } from './removal.js';

/** Removes runs that have ended, with their steps. */
export const removeAutomationRuns = sizedStatement<Removed>(
  'remove-expired-automation-runs',
  ({ retentionBatch }) => `with old as materialized (
     ${expiredIn('automation_runs', 'record.finished_at < tenant.before', retentionBatch)}
   ), removed as (
     delete from automation_runs run using old where run.tenant_id = old.tenant_id and run.id = old.id returning 1
   )
   select count(*)::int as count from removed`,
);
