import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { memoizeLast } from '../memoize-last.js';
import { requireById } from '../resources/get-by-id.js';
import { findChanges } from '../resources/update-changed.js';
import { toJson } from '../sql/to-json.js';
import { type PrismaTransaction, transactWithPrisma } from '../sql/transact.js';
import { requireScopes } from '../tenants/require-scopes.js';
import { audienceColumns, audienceOf, findAudienceProblems } from './audience.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import { type CampaignChange, type CampaignUpdate, withTime } from './campaign-update.js';
import { type ChangedTiming, changeTiming, type TimingInput, timingInputOf } from './change-timing.js';
import { refuseInvalid } from './check-campaign.js';
import { type ChosenClock, chooseClock } from './choose-clock.js';
import { type ContentAfter, examineUpdate } from './examine-update.js';
import { limitLargeList } from './limit-large-list.js';
import { type LockedCampaign, lockCampaign, peekAtCampaign } from './lock-campaign.js';
import { readCampaignTime } from './read-campaign-time.js';
import { readRecipients } from './read-recipients.js';
import { replaceRecipients } from './replace-recipients.js';
import { scheduleCampaign } from './schedule-campaign.js';
import { scopesOfContent } from './scopes-of-content.js';

/**
 * Changes a draft, or a campaign that waits for an occurrence. A campaign that was sent before keeps its recipients.
 * Unchanged values change nothing.
 */
export async function updateCampaign(
  context: Context,
  campaignId: string,
  request: CampaignChange,
): Promise<CampaignDetailRecord> {
  requireScopes(context, scopesOfContent(request));
  const time = await readCampaignTime(context, request);
  const update = withTime(request, time);
  const { tenantId } = context;
  const plan = memoizeLast((input: TimingInput) => changeTiming(input, { tenantId, now: context.now() }));
  const recipients = await readRecipients(context, update.contacts);
  const seen = await peekAtCampaign(context, campaignId);
  if (seen) await plan(timingInputOf(seen, update, chooseClock(seen, time)));
  return limitLargeList(context, update, () =>
    transactWithPrisma(context, async (transaction) => {
      const campaign = await lockCampaign(transaction, context, {
        campaignId,
        allowed: ['draft', 'scheduled'],
      });
      const areRecipientsGiven = update.contacts !== undefined || update.contactIds !== undefined;
      if (areRecipientsGiven && campaign.hasOccurred) throw new DomainError('campaign_state_conflict');
      if (isOtherKind(campaign, update) && campaign.hasOccurred)
        throw new DomainError('campaign_state_conflict');
      const clock = chooseClock(campaign, time);
      const { timing, problems } = await plan(timingInputOf(campaign, update, clock));
      const ofTime = [...time.problems, ...clock.problems, ...problems];
      const examined = await examineUpdate(transaction, context, { campaign, update });
      const { messageTemplateId, targets, after } = examined;
      const audience = await findAudienceProblems(transaction, context, update);
      const content = [...audience, ...examined.content];
      const checked = { ...update, messageTemplateId };
      refuseInvalid(checked, { timing: ofTime, recipients: recipients.problems, content }, targets);
      const isToRun = campaign.status === 'scheduled' && update.automationId !== undefined;
      if (isToRun && !targets.automation?.isActive) throw new DomainError('automation_not_active');
      await writeChanges(transaction, context, { campaign, update, content: after, clock, timing });
      if (areRecipientsGiven) {
        const { contacts } = recipients;
        await replaceRecipients(transaction, context, { campaignId, contacts, targets });
      } else if (update.audience && isOtherKind(campaign, update)) {
        const nobody = { ...targets, contactIds: [] };
        await replaceRecipients(transaction, context, { campaignId, contacts: [], targets: nobody });
      }
      return requireById(transaction.sql, campaignDetails, { tenantId, id: campaignId });
    }),
  );
}

/** Whether an update replaces a list of recipients by an audience, or removes the audience. */
function isOtherKind(campaign: LockedCampaign, { audience }: CampaignUpdate): boolean {
  return audience !== undefined && (audience === null) !== (audienceOf(campaign) === null);
}

async function writeChanges(
  transaction: PrismaTransaction,
  context: Context,
  { campaign, update, content, clock, timing }: ChangedCampaign,
): Promise<void> {
  const where = { tenantId_id: { tenantId: context.tenantId, id: campaign.id } };
  const changes = findChanges(
    { ...campaign, timeZone: campaign.timeZone ?? null },
    {
      name: update.name,
      channelId: update.channelId?.toLowerCase(),
      automationId: update.automationId?.toLowerCase(),
      messageTemplateId: content.messageTemplateId?.toLowerCase() ?? null,
      variables: toJson(content.variables),
      mediaFileId: content.mediaFileId?.toLowerCase() ?? null,
      timeZone: clock.timeZone,
      ...audienceAfter(update),
    },
  );
  if (Object.keys(changes).length > 0) {
    await transaction.prisma.campaign.update({ where, data: { ...changes, updatedAt: context.now() } });
  }
  if (timing === undefined) return;
  const isDraft = campaign.status === 'draft';
  const { isScheduled, scheduledAt, isRecurring, recurrenceRules, next } = timing;
  await transaction.prisma.campaign.update({
    where,
    data: {
      isScheduled,
      scheduledAt: scheduledAt === null ? null : new Date(scheduledAt),
      isRecurring,
      recurrenceRules: [...recurrenceRules],
      startsAt: isDraft ? null : next.startsAt,
      nextOccurrenceAt: isDraft ? null : next.at,
      updatedAt: context.now(),
    },
  });
  if (!isDraft) await scheduleCampaign(transaction, context, { campaignId: campaign.id, at: next.at });
}

/** A list of recipients replaces the audience. */
function audienceAfter({ audience, contacts, contactIds }: CampaignUpdate) {
  if (audience) return audienceColumns(audience);
  const isReplaced = audience === null || contacts !== undefined || contactIds !== undefined;
  return isReplaced ? audienceColumns(null) : {};
}

interface ChangedCampaign {
  readonly campaign: LockedCampaign;
  readonly update: CampaignUpdate;
  readonly content: ContentAfter;
  readonly clock: ChosenClock;
  readonly timing: ChangedTiming | undefined;
}
