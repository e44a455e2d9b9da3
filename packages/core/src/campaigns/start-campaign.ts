import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { Faults } from '../faults.js';
import { requireById } from '../resources/get-by-id.js';
import { transact } from '../sql/transact.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import type { CampaignRecord } from './campaign-record.js';
import { lockCampaign } from './lock-campaign.js';
import { type CampaignTiming, checkTiming, readTiming } from './new-campaign.js';
import { scheduleCampaign } from './schedule-campaign.js';

/** Lets a draft go: at once or at its date, and from then on by its rules. */
export function startCampaign(context: Context, campaignId: string): Promise<CampaignDetailRecord> {
  return transact(context, async (transaction) => {
    const { tenantId, now } = context;
    const campaign = await lockCampaign(transaction, context, { campaignId, allowed: ['draft'] });
    const timing = timingOf(campaign);
    const faults = new Faults();
    checkTiming(timing, now(), faults);
    faults.refuseIfAny();
    const { startsAt, firstOccurrenceAt } = readTiming(timing, now());
    await transaction.sql(schedule, [tenantId, now(), campaignId, startsAt, firstOccurrenceAt]);
    if (firstOccurrenceAt !== null) {
      await scheduleCampaign(transaction, context, { campaignId, at: firstOccurrenceAt });
    }
    return requireById(transaction.sql, campaignDetails, { tenantId, id: campaignId });
  });
}

/** As the request gave it. */
export function timingOf(campaign: CampaignRecord): CampaignTiming {
  const { isScheduled, scheduledAt, isRecurring, recurrenceRules } = campaign;
  return { isScheduled, isRecurring, recurrenceRules, scheduledAt: scheduledAt ?? undefined };
}

const schedule = statement(
  'schedule-campaign',
  `update campaigns set status = 'scheduled', starts_at = $4::timestamptz, next_occurrence_at = $5::timestamptz,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
