import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { newId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { type Transaction, transact } from '../sql/transact.js';
import { addRecipients } from './add-recipients.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import { refuseInvalid } from './check-campaign.js';
import { findContentProblems } from './find-content-problems.js';
import { findTargets } from './find-targets.js';
import { limitLargeList } from './limit-large-list.js';
import { type NewCampaign, planTiming, requireTiming, type Timing } from './new-campaign.js';
import { readRecipients } from './read-recipients.js';
import { resolveMedia } from './resolve-media.js';
import { scheduleCampaign } from './schedule-campaign.js';

/**
 * Creates a campaign with all its recipients, or nothing. Unless it is a draft it is `scheduled`, also when it starts
 * at once; the worker starts it.
 */
export async function createCampaign(context: Context, campaign: NewCampaign): Promise<CampaignDetailRecord> {
  const plan = planTiming(campaign, context.now());
  const { contacts, problems } = await readRecipients(context, campaign.contacts);
  return limitLargeList(context, campaign, () =>
    transact(context, async (transaction) => {
      const targets = await findTargets(transaction, context, campaign);
      const media = await resolveMedia(transaction, context, campaign.media);
      const { mediaFileId = null } = media;
      const named = { ...campaign, mediaFileId, targets };
      const content = [...media.problems, ...(await findContentProblems(transaction, context, named))];
      refuseInvalid(campaign, { timing: plan.problems, recipients: problems, content }, targets);
      if (!campaign.isDraft && !targets.automation?.isActive) throw new DomainError('automation_not_active');
      const timing = requireTiming(plan);
      const campaignId = await insertCampaign(transaction, context, { campaign, mediaFileId, timing });
      await addRecipients(transaction, context, { campaignId, contacts, targets });
      if (!campaign.isDraft) {
        await scheduleCampaign(transaction, context, { campaignId, at: timing.firstOccurrenceAt });
      }
      return requireById(transaction.sql, campaignDetails, { tenantId: context.tenantId, id: campaignId });
    }),
  );
}

async function insertCampaign(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { campaign, mediaFileId, timing }: { campaign: NewCampaign; mediaFileId: string | null; timing: Timing },
): Promise<string> {
  const { isScheduled, isRecurring, startsAt, firstOccurrenceAt } = timing;
  const { isDraft = false } = campaign;
  const campaignId = newId();
  await sql(insert, [
    tenantId,
    now(),
    campaignId,
    campaign.channelId,
    campaign.automationId,
    campaign.messageTemplateId ?? null,
    campaign.name,
    isScheduled,
    isScheduled ? (campaign.scheduledAt ?? null) : null,
    isRecurring,
    isRecurring ? (campaign.recurrenceRules ?? []) : [],
    JSON.stringify(campaign.variables ?? []),
    isDraft ? 'draft' : 'scheduled',
    isDraft ? null : startsAt,
    isDraft ? null : firstOccurrenceAt,
    mediaFileId,
  ]);
  return campaignId;
}

const insert = statement(
  'insert-campaign',
  `insert into campaigns (tenant_id, created_at, updated_at, id, channel_id, automation_id, message_template_id,
     name, is_scheduled, scheduled_at, is_recurring, recurrence_rules, variables, status, starts_at,
     next_occurrence_at, media_file_id)
   values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::uuid, $6::uuid,
     $7::text, $8::boolean, $9::timestamptz, $10::boolean, $11::text[], $12::jsonb, $13::campaign_status,
     $14::timestamptz, $15::timestamptz, $16::uuid)`,
);
