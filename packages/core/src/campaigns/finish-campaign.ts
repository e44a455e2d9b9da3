import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { transact } from '../sql/transact.js';
import { recordCampaignEnded } from './record-campaign-ended.js';
import { scheduleFinish } from './schedule-campaign.js';

const shortestPauseMs = 1_000;
const longestPauseMs = 60_000;

/**
 * Ends each occurrence once its audience is complete, no send is pending and no run is active, because an active run might
 * still send a second message. After all of them the campaign waits for its next occurrence, or is completed. Until then, the
 * check is repeated at growing intervals: a counter that every message updates would make all messages wait for one another.
 */
export function finishCampaign(context: Context, campaignId: string): Promise<boolean> {
  return transact(context, async (transaction) => {
    const { tenantId } = context;
    const now = context.now();
    const locked = await transaction.sql(lock, [tenantId, campaignId]);
    if (locked.length === 0) return false;
    transaction.send(finishOccurrences, [tenantId, now, campaignId]);
    const [running] = await transaction.sql(look, [tenantId, campaignId]);
    if (running === undefined) return false;
    if (running.isPending) {
      const ageMs = now.getTime() - running.startedAt.getTime();
      const pauseMs = Math.min(Math.max(ageMs / 4, shortestPauseMs), longestPauseMs);
      await scheduleFinish(transaction, context, { campaignId, at: new Date(now.getTime() + pauseMs) });
      return false;
    }
    transaction.send(finish, [tenantId, now, campaignId]);
    recordCampaignEnded(transaction, context, campaignId);
    return true;
  });
}

/** The next statement reads the occurrences, because this one would not see those that were added during the wait. */
const lock = statement<{ id: string }>(
  'lock-campaign-to-finish',
  `select id from campaigns where tenant_id = $1::uuid and id = $2::uuid and status = 'running' for no key update`,
);

const sendsOf = `select from campaign_sends send
  where send.tenant_id = occurrence.tenant_id and send.occurrence_id = occurrence.id`;

/** Occurrences can overlap, so each ends on its own. The sends of one that has ended are removed after their retention. */
const finishOccurrences = statement(
  'finish-campaign-occurrences',
  `update campaign_occurrences occurrence set finished_at = $2::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and campaign_id = $3::uuid and finished_at is null and audience_query is null
     and not exists (${sendsOf} and send.status = 'pending')
     and not exists (${sendsOf} and exists (
       select from automation_runs run
       where run.tenant_id = send.tenant_id and run.campaign_send_id = send.id and run.status in ('scheduled', 'running')
       offset 0
     ))`,
);

const look = statement<{ isPending: boolean; startedAt: Date }>(
  'look-at-running-campaign',
  `select exists (
     select from campaign_occurrences occurrence
     where occurrence.tenant_id = campaign.tenant_id and occurrence.campaign_id = campaign.id
       and occurrence.finished_at is null
   ) as "isPending",
   coalesce((
     select max(occurrence.started_at) from campaign_occurrences occurrence
     where occurrence.tenant_id = campaign.tenant_id and occurrence.campaign_id = campaign.id
   ), campaign.updated_at) as "startedAt"
   from campaigns campaign
   where campaign.tenant_id = $1::uuid and campaign.id = $2::uuid and campaign.status = 'running'`,
);

const finish = statement(
  'finish-campaign',
  `update campaigns set updated_at = $2::timestamptz,
     status = case when next_occurrence_at is null then 'completed' else 'scheduled' end::campaign_status
   where tenant_id = $1::uuid and id = $3::uuid`,
);
