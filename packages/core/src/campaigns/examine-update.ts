import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { isRefused, type ValidPart } from '../valid-part.js';
import type { CampaignProblem } from './campaign-problem.js';
import type { CampaignVariable } from './campaign-record.js';
import type { CampaignUpdate } from './campaign-update.js';
import { findContentProblems } from './find-content-problems.js';
import { findTargets, type Targets } from './find-targets.js';
import type { LockedCampaign } from './lock-campaign.js';
import { resolveMedia } from './resolve-media.js';

/** The records that a campaign refers to after a change, and the problems of its content. */
export interface ExaminedUpdate {
  /** The template to check; null when there is none, or when the change does not affect it. */
  readonly messageTemplateId: string | null;
  readonly targets: Targets;
  readonly after: ContentAfter;
  readonly content: readonly CampaignProblem[];
}

export interface ContentAfter {
  readonly variables: readonly CampaignVariable[];
  readonly messageTemplateId: string | null;
  readonly mediaFileId: string | null;
}

/** Skips checks that depend on a field that the schema rejected. */
export async function examineUpdate(
  transaction: Transaction,
  context: Context,
  { campaign, update }: { campaign: LockedCampaign; update: ValidPart<CampaignUpdate> },
): Promise<ExaminedUpdate> {
  const messageTemplateId = templateToCheck(campaign, update);
  const named = { ...campaign, ...targetsIn(update), messageTemplateId };
  const targets = await findTargets(transaction, context, named);
  const media = await resolveMedia(transaction, context, update.media);
  const after = contentAfter(campaign, { ...update, mediaFileId: media.mediaFileId });
  const found = isContentGiven(update)
    ? await findContentProblems(transaction, context, { ...after, targets })
    : [];
  return { messageTemplateId, targets, after, content: [...media.problems, ...found] };
}

/** A target that the schema rejected is undefined; it is not replaced by the current one. */
function targetsIn(update: ValidPart<CampaignUpdate>) {
  const { channelId, automationId, contacts, contactIds } = update;
  return {
    ...('channelId' in update && { channelId }),
    ...('automationId' in update && { automationId }),
    contacts,
    contactIds,
  };
}

/** An unchanged template must suit a new channel or automation as well. */
function templateToCheck(campaign: LockedCampaign, update: ValidPart<CampaignUpdate>): string | null {
  const { channelId, automationId, messageTemplateId } = update;
  if (messageTemplateId !== undefined) return messageTemplateId;
  if (isRefused(update, 'messageTemplateId')) return null;
  return channelId !== undefined || automationId !== undefined ? campaign.messageTemplateId : null;
}

const contentKeys = ['automationId', 'messageTemplateId', 'variables', 'media'] as const;

/**
 * The content is checked only when the update changes it: a problem that the automation has caused since must not block
 * a new name or date.
 */
function isContentGiven(update: ValidPart<CampaignUpdate>): boolean {
  const isKnown = contentKeys.every((key) => key === 'media' || !isRefused(update, key));
  return isKnown && contentKeys.some((key) => update[key] !== undefined);
}

function contentAfter(
  campaign: LockedCampaign,
  update: ValidPart<Pick<CampaignUpdate, 'messageTemplateId'>> & {
    readonly variables?: readonly (CampaignVariable | undefined)[] | undefined;
    readonly mediaFileId: string | null | undefined;
  },
): ContentAfter {
  const {
    variables = campaign.variables,
    messageTemplateId = campaign.messageTemplateId,
    mediaFileId = campaign.mediaFileId,
  } = update;
  const known = variables.filter((variable) => variable !== undefined);
  return { variables: known, messageTemplateId, mediaFileId };
}
