import { checkAttributeValue } from '../attributes/check-attribute-value.js';
import type { Context } from '../context.js';
import { type InvalidParams, notFound } from '../domain-error.js';
import { readingOnly } from '../sql/reading.js';
import { isRefused, type ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import { findAudienceProblems } from './audience.js';
import type { CampaignProblem } from './campaign-problem.js';
import { type CampaignChange, type CampaignUpdate, withTime } from './campaign-update.js';
import { changeTiming, timingInputOf } from './change-timing.js';
import { checkCampaignTemplate } from './check-campaign-template.js';
import { type ChosenClock, chooseClock } from './choose-clock.js';
import { type ExaminedUpdate, examineUpdate } from './examine-update.js';
import { findContentProblems } from './find-content-problems.js';
import { findTargets, type Targets } from './find-targets.js';
import { type LockedCampaign, peekAtCampaign } from './lock-campaign.js';
import { findTimingProblems, type NewCampaign, planTiming } from './new-campaign.js';
import { readCampaignTime } from './read-campaign-time.js';
import { findAddressProblems } from './read-recipients.js';
import type { Recipients } from './recipients.js';
import { resolveMedia } from './resolve-media.js';

interface CampaignToCheck extends Recipients {
  readonly messageTemplateId?: string | null | undefined;
}

export interface CampaignProblems {
  readonly timing: readonly CampaignProblem[];
  /** The problems of the recipients' addresses. */
  readonly recipients: readonly CampaignProblem[];
  readonly content: readonly CampaignProblem[];
}

/**
 * Throws if the campaign is invalid. Invalid values in the request are reported before records that do not exist; all
 * validation errors are thrown together.
 */
export function refuseInvalid(campaign: CampaignToCheck, problems: CampaignProblems, targets: Targets): void {
  const errors = new ValidationErrors();
  // A list that is too long is reported first, because the errors of its items could fill the report.
  checkSize(campaign, errors);
  for (const problem of [...problems.timing, ...problems.recipients]) errors.add(...problem);
  const isRequestWrong = errors.hasAny;
  checkContactIds(campaign, targets, errors);
  checkAttributes(campaign, targets, errors);
  for (const problem of problems.content) errors.add(...problem);
  checkCampaignTemplate(targets, errors);
  if (isRequestWrong) errors.throwIfAny();
  const { channel, automation, messageTemplate } = targets;
  if (channel === null) throw notFound('channel');
  if (automation === null) throw notFound('automation');
  if (campaign.messageTemplateId && messageTemplate === null) throw notFound('message_template');
  errors.throwIfAny();
}

type ValidRecipients = ValidPart<Recipients>;

/** Returns the validation errors of a campaign without writing. A new campaign has no id. */
export async function findCampaignErrors(
  context: Context,
  request: ValidRequest,
  campaignId?: string,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  const time = await readCampaignTime(context, request);
  // A time that the schema refused keeps its key, with the value undefined.
  const isRefusedTime = isRefused(request, 'scheduledAt') || time.problems.length > 0;
  const campaign: ValidCampaign = {
    ...withTime(request, time),
    ...(isRefusedTime && { scheduledAt: undefined }),
  };
  const seen = campaignId === undefined ? undefined : await peekAtCampaign(context, campaignId);
  checkSize(campaign, errors);
  const addresses = await findAddressProblems(context, campaign.contacts);
  const clock = isRefused(request, 'timeZone') ? unknownClock : chooseClock(seen, time);
  const timing = await timingProblemsOf(context, { campaign, seen, clock });
  const examined = await examine(context, { campaign, seen });
  for (const problem of [...time.problems, ...clock.problems, ...timing, ...addresses])
    errors.add(...problem);
  checkContactIds(campaign, examined.targets, errors);
  checkAttributes(campaign, examined.targets, errors);
  const audience = await findAudienceProblems(readingOnly(context), context, campaign);
  for (const problem of [...audience, ...examined.content]) errors.add(...problem);
  checkCampaignTemplate(examined.targets, errors);
  return errors.invalidParams;
}

/** The valid part of a campaign, new or changed. */
type ValidCampaign = ValidPart<CampaignUpdate & Pick<NewCampaign, 'isScheduled' | 'isRecurring'>>;

type ValidRequest = ValidPart<CampaignChange & Pick<NewCampaign, 'isScheduled' | 'isRecurring'>>;

interface SeenCampaign {
  readonly campaign: ValidCampaign;
  readonly seen: LockedCampaign | undefined;
}

async function timingProblemsOf(
  context: Context,
  { campaign, seen, clock }: SeenCampaign & { readonly clock: ChosenClock },
): Promise<Iterable<CampaignProblem>> {
  const { isScheduled, isRecurring, scheduledAt, recurrenceRules } = campaign;
  const { timeZone } = clock;
  const timing = { isScheduled, isRecurring, scheduledAt: scheduledAt ?? undefined, timeZone };
  const rules = recurrenceRules?.filter((rule) => rule !== undefined);
  const isKnown = timingKeys.every((key) => !isRefused(campaign, key));
  if (!isKnown || rules?.length !== recurrenceRules?.length) {
    return findTimingProblems({ ...timing, recurrenceRules });
  }
  const time = { tenantId: context.tenantId, now: context.now() };
  if (seen) {
    const date = scheduledAt === undefined ? {} : { scheduledAt };
    const change = { ...date, ...(rules && { recurrenceRules: rules }) };
    return (await changeTiming(timingInputOf(seen, change, clock), time)).problems;
  }
  return (await planTiming({ ...timing, recurrenceRules: rules }, time)).problems;
}

const unknownClock: ChosenClock = { timeZone: undefined, problems: [] };

const timingKeys = ['isScheduled', 'isRecurring', 'scheduledAt', 'recurrenceRules', 'timeZone'] as const;

async function examine(
  context: Context,
  { campaign, seen }: SeenCampaign,
): Promise<Pick<ExaminedUpdate, 'targets' | 'content'>> {
  const reading = readingOnly(context);
  if (seen) return examineUpdate(reading, context, { campaign: seen, update: campaign });
  const targets = await findTargets(reading, context, campaign);
  const { mediaFileId, problems } = await resolveMedia(reading, context, campaign.media);
  const { messageTemplateId } = campaign;
  const variables = campaign.variables?.filter((variable) => variable !== undefined);
  const areKnown =
    variables?.length === campaign.variables?.length &&
    (['variables', 'messageTemplateId'] as const).every((key) => !isRefused(campaign, key));
  const named = { variables, messageTemplateId, mediaFileId, targets };
  const found = areKnown ? await findContentProblems(reading, context, named) : [];
  return { targets, content: [...problems, ...found] };
}

export const maxRecipients = 5_000;

/** A schema cannot limit the length of both lists together, so this function does. */
function checkSize({ contacts = [], contactIds = [] }: ValidRecipients, errors: ValidationErrors): void {
  if (contacts.length + contactIds.length <= maxRecipients) return;
  const message = `contacts and contactIds must contain at most ${maxRecipients} element(s) together`;
  errors.add(contacts.length > 0 ? 'contacts' : 'contactIds', 'too_big', message);
}

function checkContactIds(
  { contactIds = [] }: ValidRecipients,
  targets: Targets,
  errors: ValidationErrors,
): void {
  const known = new Set(targets.contactIds);
  for (const [index, id] of contactIds.entries()) {
    if (id !== undefined && !known.has(id.toLowerCase()))
      errors.add(`contactIds.${index}`, 'not_found', 'Contact not found');
  }
}

/** Adds an error for each attribute that does not exist and each value that is not valid for its attribute. */
function checkAttributes(
  { contacts = [] }: ValidRecipients,
  { attributes }: Targets,
  errors: ValidationErrors,
): void {
  const types = new Map(attributes.map(({ externalId, type }) => [externalId, type]));
  for (const [contactIndex, contact] of contacts.entries()) {
    for (const [index, { externalId, value }] of (contact?.attributes ?? []).entries()) {
      const path = `contacts.${contactIndex}.attributes.${index}`;
      const type = types.get(externalId);
      const problem = type && checkAttributeValue(type, value);
      if (type === undefined) errors.add(`${path}.externalId`, 'not_found', 'Attribute not found');
      if (problem !== undefined) errors.add(`${path}.value`, 'invalid_string', problem);
    }
  }
}
