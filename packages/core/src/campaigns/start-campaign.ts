import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { memoizeLast } from '../memoize-last.js';
import { requireById } from '../resources/get-by-id.js';
import { transactWithPrisma } from '../sql/transact.js';
import { audienceOf, findAudienceProblems } from './audience.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import { refuseInvalid } from './check-campaign.js';
import { findContentProblems } from './find-content-problems.js';
import { findTargets } from './find-targets.js';
import { lockCampaign, peekAtCampaign } from './lock-campaign.js';
import { type CampaignTiming, planTiming, requireTiming, timingOf } from './new-campaign.js';
import { scheduleCampaign } from './schedule-campaign.js';

/**
 * Starts a draft: it is sent at once or at its scheduled time, and then again by its recurrence rules. The checks of
 * its creation run again, because templates and automations may have changed. An automation that is deactivated later
 * fails the campaign when it is due.
 */
export async function startCampaign(context: Context, campaignId: string): Promise<CampaignDetailRecord> {
  const { tenantId, now } = context;
  const plan = memoizeLast((timing: CampaignTiming) => planTiming(timing, { tenantId, now: now() }));
  const seen = await peekAtCampaign(context, campaignId);
  if (seen) await plan(timingOf(seen));
  return transactWithPrisma(context, async (transaction) => {
    const campaign = await lockCampaign(transaction, context, { campaignId, allowed: ['draft'] });
    const targets = await findTargets(transaction, context, campaign);
    if (!targets.automation?.isActive) throw new DomainError('automation_not_active');
    const planned = await plan(timingOf(campaign));
    const named = { ...campaign, targets };
    const audience = audienceOf(campaign);
    const content = [
      ...(await findAudienceProblems(transaction, context, { audience })),
      ...(await findContentProblems(transaction, context, named)),
    ];
    refuseInvalid(named, { timing: planned.problems, recipients: [], content }, targets);
    const { startsAt, firstOccurrenceAt } = requireTiming(planned);
    await transaction.prisma.campaign.update({
      where: { tenantId_id: { tenantId, id: campaign.id } },
      data: { status: 'scheduled', startsAt, nextOccurrenceAt: firstOccurrenceAt, updatedAt: now() },
    });
    await scheduleCampaign(transaction, context, { campaignId, at: firstOccurrenceAt });
    return requireById(transaction.sql, campaignDetails, { tenantId, id: campaignId });
  });
}
