import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { toJson } from '../sql/to-json.js';
import { type PrismaTransaction, transactWithPrisma } from '../sql/transact.js';
import { requireScopes } from '../tenants/require-scopes.js';
import { findWorkspaceZone } from '../time-zones/find-workspace-zone.js';
import type { NewTime } from '../time-zones/read-local-time.js';
import { addRecipients } from './add-recipients.js';
import { audienceColumns, findAudienceProblems } from './audience.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import { refuseInvalid } from './check-campaign.js';
import { chooseClock } from './choose-clock.js';
import { findContentProblems } from './find-content-problems.js';
import { findTargets } from './find-targets.js';
import { limitLargeList } from './limit-large-list.js';
import {
  findTimingProblems,
  type NewCampaign,
  planTiming,
  requireTiming,
  type Timing,
  type TimingPlan,
} from './new-campaign.js';
import { readCampaignTime } from './read-campaign-time.js';
import { readRecipients } from './read-recipients.js';
import { resolveMedia } from './resolve-media.js';
import { scheduleCampaign } from './schedule-campaign.js';
import { scopesOfContent } from './scopes-of-content.js';

export type CampaignToCreate = Omit<NewCampaign, 'scheduledAt'> & {
  readonly scheduledAt?: NewTime | undefined;
};

/**
 * Creates a campaign with all its recipients, or nothing. A new campaign is a draft or `scheduled`, even if it starts
 * at once, because the worker starts it.
 */
export async function createCampaign(
  context: Context,
  request: CampaignToCreate,
): Promise<CampaignDetailRecord> {
  requireScopes(context, scopesOfContent(request));
  const time = await readCampaignTime(context, request);
  const clock = chooseClock(undefined, time);
  const campaign: NewCampaign = {
    ...request,
    scheduledAt: time.scheduledAt ?? undefined,
    timeZone: clock.timeZone,
  };
  const timeZone = await findClockZone(context, campaign);
  const ofTime = [...time.problems, ...clock.problems];
  const plan: TimingPlan =
    ofTime.length === 0
      ? await planTiming({ ...campaign, timeZone }, { tenantId: context.tenantId, now: context.now() })
      : { problems: [...ofTime, ...findTimingProblems(campaign)] };
  const { contacts, problems } = await readRecipients(context, campaign.contacts);
  return limitLargeList(context, campaign, () =>
    transactWithPrisma(context, async (transaction) => {
      const targets = await findTargets(transaction, context, campaign);
      const media = await resolveMedia(transaction, context, campaign.media);
      const { mediaFileId = null } = media;
      const named = { ...campaign, mediaFileId, targets };
      const content = [
        ...media.problems,
        ...(await findAudienceProblems(transaction, context, campaign)),
        ...(await findContentProblems(transaction, context, named)),
      ];
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
  { prisma }: PrismaTransaction,
  context: Context,
  { campaign, mediaFileId, timing }: { campaign: NewCampaign; mediaFileId: string | null; timing: Timing },
): Promise<string> {
  const { isScheduled, isRecurring, startsAt, firstOccurrenceAt } = timing;
  const { channelId, automationId, messageTemplateId = null, name, isDraft = false } = campaign;
  const row = newRow(context);
  await prisma.campaign.create({
    data: {
      ...row,
      channelId,
      automationId,
      messageTemplateId,
      mediaFileId,
      name,
      isScheduled,
      scheduledAt: isScheduled && campaign.scheduledAt ? new Date(campaign.scheduledAt) : null,
      isRecurring,
      recurrenceRules: isRecurring ? [...(campaign.recurrenceRules ?? [])] : [],
      timeZone: campaign.timeZone ?? null,
      variables: toJson(campaign.variables ?? []),
      ...audienceColumns(campaign.audience),
      status: isDraft ? 'draft' : 'scheduled',
      startsAt: isDraft ? null : startsAt,
      nextOccurrenceAt: isDraft ? null : firstOccurrenceAt,
    },
  });
  return row.id;
}

/** Returns the zone of the rules. Only rules depend on it. */
async function findClockZone(
  context: Context,
  { timeZone, recurrenceRules = [] }: NewCampaign,
): Promise<string | undefined> {
  if (timeZone || recurrenceRules.length === 0) return timeZone ?? undefined;
  return findWorkspaceZone(context);
}
