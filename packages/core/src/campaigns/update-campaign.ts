import { isDeepStrictEqual } from 'node:util';
import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { type Transaction, transact } from '../sql/transact.js';
import type { Recipients } from './add-recipients.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import type { CampaignVariable } from './campaign-record.js';
import { refuseUnlessSound } from './check-campaign.js';
import { findContentProblems } from './find-content-problems.js';
import { findNextOccurrence } from './find-next-occurrence.js';
import { findTargets } from './find-targets.js';
import { limitLargeList } from './limit-large-list.js';
import { type LockedCampaign, lockCampaign, peekAtCampaign } from './lock-campaign.js';
import {
  type CampaignProblem,
  type CampaignTiming,
  noMoment,
  planTiming,
  type Timing,
} from './new-campaign.js';
import { readRecipients } from './read-recipients.js';
import { rememberLast } from './remember-last.js';
import { replaceRecipients } from './replace-recipients.js';
import { type CampaignMedia, resolveMedia } from './resolve-media.js';
import { scheduleCampaign } from './schedule-campaign.js';
import { timingOf } from './start-campaign.js';

/** What is left out stays as it is; recipients are replaced whole. */
export interface CampaignUpdate extends Recipients {
  readonly name?: string;
  readonly channelId?: string;
  readonly automationId?: string;
  readonly messageTemplateId?: string | null;
  /** Null: those of the steps again. */
  readonly media?: CampaignMedia | null;
  /** Null: at once. */
  readonly scheduledAt?: string | null;
  readonly recurrenceRules?: readonly string[];
  readonly variables?: readonly CampaignVariable[];
}

/**
 * Changes a draft, or a campaign that waits for an occurrence. One that was sent before keeps its recipients. What is as it
 * was changes nothing.
 */
export async function updateCampaign(
  context: Context,
  campaignId: string,
  update: CampaignUpdate,
): Promise<CampaignDetailRecord> {
  const plan = rememberLast((question: TimingQuestion) => changeTiming(question, context.now()));
  const recipients = await readRecipients(context, update.contacts);
  const seen = await peekAtCampaign(context, campaignId);
  if (seen) plan(questionOf(seen, update));
  return limitLargeList(context, update, () =>
    transact(context, async (transaction) => {
      const { tenantId } = context;
      const campaign = await lockCampaign(transaction, context, {
        campaignId,
        allowed: ['draft', 'scheduled'],
      });
      const areRecipientsGiven = update.contacts !== undefined || update.contactIds !== undefined;
      if (areRecipientsGiven && campaign.hasOccurred) throw new DomainError('campaign_state_conflict');
      const { timing, problems } = plan(questionOf(campaign, update));
      const messageTemplateId = templateToCheck(campaign, update);
      const named = { ...campaign, ...targetsIn(update), messageTemplateId };
      const targets = await findTargets(transaction, context, named);
      const media = await resolveMedia(transaction, context, update.media);
      const after = contentAfter(campaign, { ...update, mediaFileId: media.mediaFileId });
      const found = isContentGiven(update)
        ? await findContentProblems(transaction, context, { ...after, targets })
        : [];
      const content = [...media.problems, ...found];
      const checked = { ...update, messageTemplateId, automationTerm: 'automation' } as const;
      refuseUnlessSound(checked, { timing: problems, recipients: recipients.problems, content }, targets);
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

function targetsIn({ channelId, automationId, contacts, contactIds }: CampaignUpdate) {
  return {
    ...(channelId !== undefined && { channelId }),
    ...(automationId !== undefined && { automationId }),
    contacts,
    contactIds,
  };
}

/** A template that stays must suit another channel or automation as well. */
function templateToCheck(campaign: LockedCampaign, update: CampaignUpdate): string | null {
  const { channelId, automationId, messageTemplateId } = update;
  if (messageTemplateId !== undefined) return messageTemplateId;
  return channelId !== undefined || automationId !== undefined ? campaign.messageTemplateId : null;
}

/** What was wrong before, by a change of the automation, does not refuse another name or date. */
function isContentGiven({ automationId, messageTemplateId, variables, media }: CampaignUpdate): boolean {
  return [automationId, messageTemplateId, variables, media].some((value) => value !== undefined);
}

function contentAfter(
  campaign: LockedCampaign,
  update: CampaignUpdate & { readonly mediaFileId: string | null | undefined },
) {
  const {
    variables = campaign.variables,
    messageTemplateId = campaign.messageTemplateId,
    mediaFileId = campaign.mediaFileId,
  } = update;
  return { variables, messageTemplateId, mediaFileId, automationTerm: 'automation' } as const;
}

interface ChangedTiming {
  readonly isScheduled: boolean;
  readonly scheduledAt: string | null;
  readonly isRecurring: boolean;
  readonly recurrenceRules: readonly string[];
  /** When it happens next, and from when on its rules count. */
  readonly next: { readonly at: Date; readonly startsAt: Date };
}

interface TimingChange {
  readonly timing?: ChangedTiming;
  readonly problems: readonly CampaignProblem[];
}

/** What the new timing depends on; undefined when the update says nothing about the time, or what is so already. */
type TimingQuestion =
  | {
      readonly timing: CampaignTiming & { readonly recurrenceRules: readonly string[] };
      readonly isGoingOn: boolean;
    }
  | undefined;

function questionOf(
  campaign: LockedCampaign,
  { scheduledAt, recurrenceRules }: CampaignUpdate,
): TimingQuestion {
  if (scheduledAt === undefined && recurrenceRules === undefined) return undefined;
  const kept = timingOf(campaign);
  const date = scheduledAt === undefined ? kept.scheduledAt : (scheduledAt ?? undefined);
  const rules = recurrenceRules ?? kept.recurrenceRules ?? [];
  const isSameDate = momentOf(date) === momentOf(kept.scheduledAt);
  if (isSameDate && isDeepStrictEqual(rules, kept.recurrenceRules ?? [])) return undefined;
  return {
    timing: {
      scheduledAt: date,
      isScheduled: date !== undefined,
      recurrenceRules: rules,
      isRecurring: rules.length > 0,
    },
    // Other rules for a campaign that has begun do not begin it again.
    isGoingOn: campaign.hasOccurred && scheduledAt === undefined,
  };
}

function momentOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : new Date(date).getTime();
}

/** Without a question nothing changes. */
function changeTiming(question: TimingQuestion, now: Date): TimingChange {
  if (question === undefined) return { problems: [] };
  const { timing, isGoingOn } = question;
  const plan = planTiming(timing, now);
  if (plan.timing === undefined) return plan;
  const { isScheduled, isRecurring, startsAt, firstOccurrenceAt } = plan.timing;
  const { recurrenceRules, scheduledAt = null } = timing;
  const at = isGoingOn ? findNext(plan.timing, recurrenceRules, now) : firstOccurrenceAt;
  if (at === null) return { problems: [noMoment] };
  const next = { at, startsAt };
  return { timing: { isScheduled, scheduledAt, isRecurring, recurrenceRules, next }, problems: [] };
}

function findNext({ startsAt, isScheduled }: Timing, rules: readonly string[], now: Date): Date | null {
  return findNextOccurrence({ rules, startsAt, isStartChosen: isScheduled }, now);
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
  readonly content: ReturnType<typeof contentAfter>;
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
