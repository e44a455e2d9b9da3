import { checkRecurrenceRule } from '../recurrence/check-recurrence-rule.js';
import { planRules, type RuleTime } from '../recurrence/compute-rules.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import type { Audience } from './audience.js';
import type { CampaignProblem } from './campaign-problem.js';
import type { CampaignVariable } from './campaign-record.js';
import type { LockedCampaign } from './lock-campaign.js';
import type { Recipients } from './recipients.js';
import type { CampaignMedia } from './resolve-media.js';

export interface NewCampaign extends Recipients {
  readonly channelId: string;
  readonly name: string;
  readonly automationId: string;
  readonly messageTemplateId?: string | undefined;
  /** The file that replaces the media of the template steps. */
  readonly media?: CampaignMedia | undefined;
  readonly audience?: Audience | null | undefined;
  readonly isScheduled?: boolean | undefined;
  readonly scheduledAt?: string | undefined;
  readonly isRecurring?: boolean | undefined;
  readonly recurrenceRules?: readonly string[] | undefined;
  /** IANA name or `contact`; null means the zone of the workspace. */
  readonly timeZone?: string | null | undefined;
  readonly variables?: readonly CampaignVariable[] | undefined;
  /** A draft waits until it is started. */
  readonly isDraft?: boolean | undefined;
}

/** The fields that determine when a campaign occurs. */
export type CampaignTiming = Pick<
  NewCampaign,
  'isScheduled' | 'scheduledAt' | 'isRecurring' | 'recurrenceRules' | 'timeZone'
>;

/** Returns the timing in the form of a request. */
export function timingOf(campaign: LockedCampaign): CampaignTiming {
  const { isScheduled, scheduledAt, isRecurring, recurrenceRules, clockZone } = campaign;
  const date = scheduledAt ?? undefined;
  return { isScheduled, isRecurring, recurrenceRules, scheduledAt: date, timeZone: clockZone };
}

/** When a campaign occurs. */
export interface Timing {
  readonly isScheduled: boolean;
  readonly isRecurring: boolean;
  readonly startsAt: Date;
  readonly firstOccurrenceAt: Date;
}

/** Either the timing of a campaign, or the problems of its fields. */
export type TimingPlan =
  | { readonly timing: Timing; readonly problems: readonly [] }
  | { readonly timing?: never; readonly problems: readonly CampaignProblem[] };

/**
 * Computes the timing from the request alone, in which the zone is that of the rules; without one it is UTC. Rules without
 * a date begin at `start`. Recurrence rules may take a while, so call this outside a transaction.
 */
export async function planTiming(
  campaign: CampaignTiming,
  time: RuleTime,
  start = time.now,
): Promise<TimingPlan> {
  const problems = [...findTimingProblems(campaign)];
  if (problems.length > 0) return { problems };
  const { recurrence, ...timing } = readTiming(campaign, start);
  const plan = await planRules(recurrence, time);
  if (plan === undefined) return { problems: [tooExpensive] };
  const { firstOccurrenceAt } = plan;
  if (firstOccurrenceAt === null) return { problems: [noMoment] };
  return { timing: { ...timing, firstOccurrenceAt }, problems: [] };
}

/** Returns the timing of a plan; throws all problems of a plan that has some. */
export function requireTiming({ timing, problems }: TimingPlan): Timing {
  const errors = new ValidationErrors();
  for (const problem of problems) errors.add(...problem);
  errors.throwIfAny();
  if (timing === undefined) throw new Error('The plan has neither a timing nor a problem');
  return timing;
}

export const tooExpensive: CampaignProblem = [
  'recurrenceRules',
  'invalid_string',
  'The rules take too much work to compute. Use fewer BY parts, a smaller COUNT or a later start',
];

export const noMoment: CampaignProblem = [
  'recurrenceRules',
  'invalid_string',
  'The rules have no occurrence from now on',
];

/**
 * Reads when a campaign is sent. A date or rules count even without their flag, because a campaign that is sent at once
 * cannot be undone. A flag that is false overrides a date or rules, which older clients send along. The scheduled time
 * is the first occurrence, even of a recurring campaign (RFC 5545, DTSTART). Without a scheduled time the rules decide,
 * from `start` on; without rules the campaign occurs then.
 */
function readTiming(campaign: CampaignTiming, start: Date) {
  const { scheduledAt, recurrenceRules: rules = [] } = campaign;
  const isScheduled = campaign.isScheduled ?? scheduledAt !== undefined;
  const isRecurring = campaign.isRecurring ?? rules.length > 0;
  const isStartChosen = isScheduled && scheduledAt !== undefined;
  const startsAt = isStartChosen ? new Date(scheduledAt) : start;
  const timeZone = campaign.timeZone ?? undefined;
  const recurrence = { rules: isRecurring ? rules : [], startsAt, isStartChosen, timeZone };
  return { isScheduled, isRecurring, startsAt, recurrence };
}

export function* findTimingProblems(campaign: ValidPart<CampaignTiming>): Generator<CampaignProblem> {
  const { isScheduled, scheduledAt, isRecurring, recurrenceRules } = campaign;
  if (isScheduled && scheduledAt === undefined) yield ['scheduledAt', 'invalid_type', 'Required'];
  if (isRecurring && recurrenceRules === undefined) yield ['recurrenceRules', 'invalid_type', 'Required'];
  if (isRecurring && recurrenceRules?.length === 0) {
    yield ['recurrenceRules', 'too_small', 'At least one rule is required'];
  }
  if (isRecurring === false) return;
  for (const [index, rule] of (recurrenceRules ?? []).entries()) {
    const problem = rule === undefined ? undefined : checkRecurrenceRule(rule);
    if (problem !== undefined) yield [`recurrenceRules.${index}`, 'invalid_string', problem];
  }
}
