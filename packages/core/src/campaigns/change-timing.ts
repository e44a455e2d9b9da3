import { isDeepStrictEqual } from 'node:util';
import { findNextOfRules, type RuleTime } from '../recurrence/compute-rules.js';
import { searchStart } from '../time-zones/contact-clock.js';
import type { CampaignProblem } from './campaign-problem.js';
import type { CampaignUpdate } from './campaign-update.js';
import type { ChosenClock } from './choose-clock.js';
import type { LockedCampaign } from './lock-campaign.js';
import { type CampaignTiming, noMoment, planTiming, type Timing, timingOf } from './new-campaign.js';

export interface ChangedTiming {
  readonly isScheduled: boolean;
  readonly scheduledAt: string | null;
  readonly isRecurring: boolean;
  readonly recurrenceRules: readonly string[];
  /** The next occurrence, and the start of the recurrence rules. */
  readonly next: { readonly at: Date; readonly startsAt: Date };
}

interface TimingChange {
  readonly timing?: ChangedTiming;
  readonly problems: readonly CampaignProblem[];
}

type TimingUpdate = Pick<CampaignUpdate, 'scheduledAt' | 'recurrenceRules'>;

/** What the new timing depends on; undefined when the update does not change the timing. */
export type TimingInput =
  | {
      readonly timing: CampaignTiming & { readonly recurrenceRules: readonly string[] };
      readonly isGoingOn: boolean;
      /** The times of rules that only get another zone; undefined when the rules begin again. */
      readonly kept?: { readonly startsAt: string; readonly nextOccurrenceAt: string | null };
    }
  | undefined;

export function timingInputOf(
  campaign: LockedCampaign,
  { scheduledAt, recurrenceRules }: TimingUpdate,
  { timeZone }: Pick<ChosenClock, 'timeZone'>,
): TimingInput {
  if (scheduledAt === undefined && recurrenceRules === undefined && timeZone === undefined) return undefined;
  const { startsAt, nextOccurrenceAt } = campaign;
  const kept = timingOf(campaign);
  const zone = timeZone === undefined ? campaign.clockZone : (timeZone ?? campaign.workspaceZone);
  const date = scheduledAt === undefined ? kept.scheduledAt : (scheduledAt ?? undefined);
  const rules = recurrenceRules ?? kept.recurrenceRules ?? [];
  const isSameDate = momentOf(date) === momentOf(kept.scheduledAt);
  const isSameZone = zone === campaign.clockZone || rules.length === 0;
  const isSameRule = isSameDate && isDeepStrictEqual(rules, kept.recurrenceRules ?? []);
  if (isSameRule && isSameZone) return undefined;
  return {
    timing: {
      scheduledAt: date,
      isScheduled: date !== undefined,
      recurrenceRules: rules,
      isRecurring: rules.length > 0,
      timeZone: zone,
    },
    // New rules for a campaign that has begun do not start it again.
    isGoingOn: campaign.hasOccurred && scheduledAt === undefined,
    ...(isSameRule && startsAt !== null && { kept: { startsAt, nextOccurrenceAt } }),
  };
}

function momentOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : new Date(date).getTime();
}

/** Changes nothing when there is no input. */
export async function changeTiming(input: TimingInput, time: RuleTime): Promise<TimingChange> {
  if (input === undefined) return { problems: [] };
  const { timing, isGoingOn, kept } = input;
  const { now } = time;
  const plan = await planTiming(timing, time, kept ? new Date(kept.startsAt) : now);
  if (plan.timing === undefined) return plan;
  const { isScheduled, isRecurring, startsAt, firstOccurrenceAt } = plan.timing;
  const { recurrenceRules, scheduledAt = null } = timing;
  // In another zone, the first time of the rules may be over. One that is due already stays.
  const isDue = firstOccurrenceAt.toISOString() === kept?.nextOccurrenceAt;
  const isOver = kept !== undefined && !isScheduled && !isDue && firstOccurrenceAt < now;
  const at = isGoingOn || isOver ? await findNext(plan.timing, timing, time) : firstOccurrenceAt;
  if (at === null) return { problems: [noMoment] };
  const next = { at, startsAt };
  return { timing: { isScheduled, scheduledAt, isRecurring, recurrenceRules, next }, problems: [] };
}

function findNext(
  { startsAt, isScheduled }: Timing,
  { recurrenceRules: rules, timeZone }: NonNullable<TimingInput>['timing'],
  { tenantId, now }: RuleTime,
): Promise<Date | null> {
  const zone = timeZone ?? undefined;
  const recurrence = { rules, startsAt, isStartChosen: isScheduled, timeZone: zone };
  return findNextOfRules(recurrence, { tenantId, now: searchStart(zone, now) });
}
