import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { transact } from '../sql/transact.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import type { CampaignRecord } from './campaign-record.js';
import { findContentProblems, refuseProblems } from './find-content-problems.js';
import { lockCampaign, peekAtCampaign } from './lock-campaign.js';
import { type CampaignTiming, planTiming, requireTiming } from './new-campaign.js';
import { rememberLast } from './remember-last.js';
import { scheduleCampaign } from './schedule-campaign.js';

/** Lets a draft go: at once or at its date, and from then on by its rules. */
export async function startCampaign(context: Context, campaignId: string): Promise<CampaignDetailRecord> {
  const { tenantId, now } = context;
  const plan = rememberLast((timing: CampaignTiming) => planTiming(timing, now()));
  const seen = await peekAtCampaign(context, campaignId);
  if (seen) plan(timingOf(seen));
  return transact(context, async (transaction) => {
    const campaign = await lockCampaign(transaction, context, { campaignId, allowed: ['draft'] });
    const [active] = await transaction.sql(findActive, [tenantId, campaign.automationId]);
    if (active === undefined) throw new DomainError('automation_not_active');
    const targets = { automation: { activeSteps: active.steps } };
    const content = { ...campaign, automationTerm: 'automation', targets } as const;
    refuseProblems(await findContentProblems(transaction, context, content));
    const { startsAt, firstOccurrenceAt } = requireTiming(plan(timingOf(campaign)));
    await transaction.sql(schedule, [tenantId, now(), campaignId, startsAt, firstOccurrenceAt]);
    await scheduleCampaign(transaction, context, { campaignId, at: firstOccurrenceAt });
    return requireById(transaction.sql, campaignDetails, { tenantId, id: campaignId });
  });
}

/** As the request gave it. */
export function timingOf(campaign: CampaignRecord): CampaignTiming {
  const { isScheduled, scheduledAt, isRecurring, recurrenceRules } = campaign;
  return { isScheduled, isRecurring, recurrenceRules, scheduledAt: scheduledAt ?? undefined };
}

/** One that is switched off later fails the campaign when it is due. */
const findActive = statement<{ steps: unknown }>(
  'find-active-automation',
  `select version.steps from automations automation
   join automation_versions version
     on version.tenant_id = automation.tenant_id and version.id = automation.active_version_id
   where automation.tenant_id = $1::uuid and automation.id = $2::uuid and automation.status = 'active'
   for key share of automation`,
);

const schedule = statement(
  'schedule-campaign',
  `update campaigns set status = 'scheduled', starts_at = $4::timestamptz, next_occurrence_at = $5::timestamptz,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
