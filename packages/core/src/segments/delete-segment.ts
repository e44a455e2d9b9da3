import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import type { Transaction } from '../sql/transact.js';
import { segments } from './segment-record.js';

/**
 * Deletes a segment, unless a campaign that has not ended or the schedule of an automation uses it: such a campaign would
 * be sent to nobody. Campaigns that have ended keep the expression as their own.
 */
export function deleteSegment(context: Context, segmentId: string): Promise<DeleteResult> {
  const prepare = async ({ sql }: Transaction) => {
    const values = [context.tenantId, segmentId];
    // The lock waits for requests that give the segment to a campaign, and the next statement sees their campaigns.
    await sql(lock, values);
    const [use] = await sql(findUse, values);
    if (use) throw new DomainError('segment_in_use');
    await sql(keepQuery, values);
  };
  return deleteById(context, segments, segmentId, { prepare });
}

const lock = statement(
  'lock-segment-to-delete',
  'select id from segments where tenant_id = $1::uuid and id = $2::uuid for update',
);

const findUse = statement<{ id: string }>(
  'find-use-of-segment',
  `select id from campaigns where tenant_id = $1::uuid and segment_id = $2::uuid
     and status in ('draft', 'scheduled', 'running')
   union all
   select automation.id from automations automation
   join automation_versions version on version.tenant_id = automation.tenant_id
     and version.id in (automation.active_version_id, automation.latest_version_id)
   where automation.tenant_id = $1::uuid and version.trigger_type::text = 'schedule'
     and version.trigger_parameters ->> 'segmentId' = $2::uuid::text
   limit 1`,
);

const keepQuery = statement(
  'keep-query-of-segment',
  `update campaigns set segment_id = null, audience_query = segment.query
   from segments segment
   where segment.tenant_id = $1::uuid and segment.id = $2::uuid
     and campaigns.tenant_id = $1::uuid and campaigns.segment_id = $2::uuid`,
);
