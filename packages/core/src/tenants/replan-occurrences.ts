import { statement } from '@parley/database';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import type { Transaction } from '../sql/transact.js';

/**
 * Makes the jobs due of all campaigns and schedules whose rules follow the clock of the workspace. A job that finds no
 * occurrence due computes the next one again, with the zone that the workspace has now.
 */
export function replanOccurrences(
  transaction: Transaction,
  { tenantId, now }: { tenantId: string; now: Date },
): void {
  transaction.send(replanCampaigns, [tenantId, now]);
  transaction.send(replanSchedules, [tenantId, now]);
}

const replanCampaigns = statement(
  'replan-campaigns-of-workspace',
  `with campaign as (
     select id from campaigns
     where tenant_id = $1::uuid and status in ('scheduled', 'running') and is_recurring and time_zone is null
       and next_occurrence_at is not null
   )
   ${addJobsSql({
     task: 'start-campaign',
     payload: { tenantId: '$1::uuid', campaignId: 'campaign.id' },
     from: 'campaign',
     runAt: '$2::timestamptz',
     key: `'start-campaign:' || ($1::uuid)::text || ':' || campaign.id::text`,
   })}`,
);

const replanSchedules = statement(
  'replan-schedules-of-workspace',
  `with automation as (
     select automations.id from automations
     join automation_versions version
       on version.tenant_id = automations.tenant_id and version.id = automations.active_version_id
     where automations.tenant_id = $1::uuid and automations.status = 'active'
       and automations.next_occurrence_at is not null and version.trigger_parameters ->> 'timeZone' = 'workspace'
   )
   ${addJobsSql({
     task: 'run-schedule',
     payload: { tenantId: '$1::uuid', automationId: 'automation.id' },
     from: 'automation',
     runAt: '$2::timestamptz',
     key: `'run-schedule:' || ($1::uuid)::text || ':' || automation.id::text`,
   })}`,
);
