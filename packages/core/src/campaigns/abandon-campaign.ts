import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { transact } from '../sql/transact.js';
import { endOccurrencesSql } from './end-occurrences-sql.js';
import { startAbandoned } from './failure-reason.js';
import { recordCampaignEnded } from './record-campaign-ended.js';

/** Fails a campaign whose occurrence no worker could start, or whose audience no worker could add. */
export function abandonCampaign(context: Context, campaignId: string): Promise<void> {
  const { tenantId, now } = context;
  return transact(context, async (transaction) => {
    const values = [tenantId, now(), campaignId, JSON.stringify(startAbandoned)];
    const failed = await transaction.sql(fail, values);
    if (failed.length > 0) recordCampaignEnded(transaction, context, campaignId);
  });
}

const fail = statement<{ id: string }>(
  'abandon-campaign',
  `with ${endOccurrencesSql}
   update campaigns set status = 'failed', next_occurrence_at = null, failure_reason = $4::jsonb,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and status in ('scheduled', 'running')
   returning id`,
);
