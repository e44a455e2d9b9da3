import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { type Transaction, transact } from '../sql/transact.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import type { CampaignUpdate } from './campaign-update.js';
import { type ChangedTiming, changeTiming, type TimingInput, timingInputOf } from './change-timing.js';
import { refuseInvalid } from './check-campaign.js';
import { type ContentAfter, examineUpdate } from './examine-update.js';
import { limitLargeList } from './limit-large-list.js';
import { type LockedCampaign, lockCampaign, peekAtCampaign } from './lock-campaign.js';
import { memoizeLast } from './memoize-last.js';
import { readRecipients } from './read-recipients.js';
import { replaceRecipients } from './replace-recipients.js';
import { scheduleCampaign } from './schedule-campaign.js';

/**
 * Changes a draft, or a campaign that waits for an occurrence. A campaign that was sent before keeps its recipients.
 * Unchanged values change nothing.
 */
export async function updateCampaign(
  context: Context,
  campaignId: string,
  update: CampaignUpdate,
): Promise<CampaignDetailRecord> {
  const plan = memoizeLast((input: TimingInput) => changeTiming(input, context.now()));
  const recipients = await readRecipients(context, update.contacts);
  const seen = await peekAtCampaign(context, campaignId);
  if (seen) plan(timingInputOf(seen, update));
  return limitLargeList(context, update, () =>
    transact(context, async (transaction) => {
      const { tenantId } = context;
      const campaign = await lockCampaign(transaction, context, {
        campaignId,
        allowed: ['draft', 'scheduled'],
      });
      const areRecipientsGiven = update.contacts !== undefined || update.contactIds !== undefined;
      if (areRecipientsGiven && campaign.hasOccurred) throw new DomainError('campaign_state_conflict');
      const { timing, problems } = plan(timingInputOf(campaign, update));
      const examined = await examineUpdate(transaction, context, { campaign, update });
      const { messageTemplateId, targets, after, content } = examined;
      const checked = { ...update, messageTemplateId };
      refuseInvalid(checked, { timing: problems, recipients: recipients.problems, content }, targets);
      const isToRun = campaign.status === 'scheduled' && update.automationId !== undefined;
      if (isToRun && !targets.automation?.isActive) throw new DomainError('automation_not_active');
      await writeChanges(transaction, context, { campaign, update, content: after, timing });
      if (areRecipientsGiven) {
        const { contacts } = recipients;
        await replaceRecipients(transaction, context, { campaignId, contacts, targets });
      }
      return requireById(transaction.sql, campaignDetails, { tenantId, id: campaignId });
    }),
  );
}

async function writeChanges(
  transaction: Transaction,
  context: Context,
  { campaign, update, content, timing }: ChangedCampaign,
): Promise<void> {
  const isDraft = campaign.status === 'draft';
  const { variables, messageTemplateId, mediaFileId } = content;
  await transaction.sql(write, [
    context.tenantId,
    context.now(),
    campaign.id,
    update.name ?? campaign.name,
    update.channelId ?? campaign.channelId,
    update.automationId ?? campaign.automationId,
    messageTemplateId,
    JSON.stringify(variables),
    mediaFileId,
  ]);
  if (timing === undefined) return;
  const { isScheduled, scheduledAt, isRecurring, recurrenceRules, next } = timing;
  const moments = isDraft ? [null, null] : [next.startsAt, next.at];
  const values = [isScheduled, scheduledAt, isRecurring, recurrenceRules, ...moments];
  await transaction.sql(writeTiming, [context.tenantId, context.now(), campaign.id, ...values]);
  if (!isDraft) await scheduleCampaign(transaction, context, { campaignId: campaign.id, at: next.at });
}

interface ChangedCampaign {
  readonly campaign: LockedCampaign;
  readonly update: CampaignUpdate;
  readonly content: ContentAfter;
  readonly timing: ChangedTiming | undefined;
}

const write = statement(
  'update-campaign',
  `update campaigns set name = $4::text, channel_id = $5::uuid, automation_id = $6::uuid,
     message_template_id = $7::uuid, variables = $8::jsonb, media_file_id = $9::uuid, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid
     and (name, channel_id, automation_id, message_template_id, variables, media_file_id)
       is distinct from ($4::text, $5::uuid, $6::uuid, $7::uuid, $8::jsonb, $9::uuid)`,
);

const writeTiming = statement(
  'update-campaign-timing',
  `update campaigns set is_scheduled = $4::boolean, scheduled_at = $5::timestamptz, is_recurring = $6::boolean,
     recurrence_rules = $7::text[], starts_at = $8::timestamptz, next_occurrence_at = $9::timestamptz,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
