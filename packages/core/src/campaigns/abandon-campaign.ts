import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { startAbandoned } from './failure-reason.js';

/** Fails a campaign whose occurrence no worker could start. */
export async function abandonCampaign(
  { database, tenantId, now }: Context,
  campaignId: string,
): Promise<void> {
  await database.sql(fail, [tenantId, now(), campaignId, JSON.stringify(startAbandoned)]);
}

const fail = statement(
  'abandon-campaign',
  `update campaigns set status = 'failed', next_occurrence_at = null, failure_reason = $4::jsonb,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and status in ('scheduled', 'running')`,
);
