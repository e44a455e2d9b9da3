import type { ImportEntry } from '../contacts/import/plan-import.js';
import type { Faults } from '../faults.js';
import type { CampaignVariable } from './campaign-record.js';
import { checkRecurrenceRule } from './check-recurrence-rule.js';
import { findFirstOccurrence } from './find-next-occurrence.js';

/** A campaign to make; v2 calls it a broadcast. */
export interface NewCampaign {
  readonly channelId: string;
  readonly name: string;
  readonly automationId: string;
  /** What the caller's version of the API calls an automation. */
  readonly automationTerm: 'automation' | 'workflow';
  readonly messageTemplateId?: string | undefined;
  readonly isScheduled?: boolean | undefined;
  readonly scheduledAt?: string | undefined;
  readonly isRecurring?: boolean | undefined;
  readonly recurrenceRules?: readonly string[] | undefined;
  readonly contacts?: readonly ImportEntry[] | undefined;
  /** Recipients that are contacts already. */
  readonly contactIds?: readonly string[] | undefined;
  readonly variables?: readonly CampaignVariable[] | undefined;
  /** A draft waits until it is started. */
  readonly isDraft?: boolean | undefined;
}

/** What tells when a campaign happens. */
export type CampaignTiming = Pick<
  NewCampaign,
  'isScheduled' | 'scheduledAt' | 'isRecurring' | 'recurrenceRules'
>;

/** When a campaign happens. */
export interface Timing {
  readonly isScheduled: boolean;
  readonly isRecurring: boolean;
  readonly startsAt: Date;
  /** Null when the rules give no moment at all. */
  readonly firstOccurrenceAt: Date | null;
}

/**
 * Whoever gives a date or rules and leaves out the flag means them: sending at once instead could not be taken back.
 * The scheduled moment is the first occurrence also of a recurring campaign (RFC 5545, DTSTART). Without one the rules
 * decide, from now on; without rules it is now.
 */
export function readTiming(campaign: CampaignTiming, now: Date): Timing {
  const { scheduledAt, recurrenceRules: rules = [] } = campaign;
  const isScheduled = campaign.isScheduled ?? scheduledAt !== undefined;
  const isRecurring = campaign.isRecurring ?? rules.length > 0;
  const isStartChosen = isScheduled && scheduledAt !== undefined;
  const startsAt = isStartChosen ? new Date(scheduledAt) : now;
  const recurrence = { rules: isRecurring ? rules : [], startsAt, isStartChosen };
  return { isScheduled, isRecurring, startsAt, firstOccurrenceAt: findFirstOccurrence(recurrence) };
}

/** Adds what can be told from the request alone. */
export function checkTiming(campaign: CampaignTiming, now: Date, faults: Faults): void {
  const { isScheduled, scheduledAt, isRecurring, recurrenceRules } = campaign;
  if (isScheduled && scheduledAt === undefined) faults.add('scheduledAt', 'invalid_type', 'Required');
  if (isRecurring && recurrenceRules === undefined) faults.add('recurrenceRules', 'invalid_type', 'Required');
  if (isRecurring && recurrenceRules?.length === 0) {
    faults.add('recurrenceRules', 'too_small', 'At least one rule is needed');
  }
  (recurrenceRules ?? []).forEach((rule, index) => {
    const problem = checkRecurrenceRule(rule);
    if (problem !== undefined) faults.add(`recurrenceRules.${index}`, 'invalid_string', problem);
  });
  if (!faults.areAny && readTiming(campaign, now).firstOccurrenceAt === null) {
    faults.add('recurrenceRules', 'invalid_string', 'The rules give no moment from now on');
  }
}

/** A date or rules beside a flag that is off contradict each other, and sending at once could not be taken back. */
export function checkFlags(campaign: NewCampaign, faults: Faults): void {
  const { isScheduled, scheduledAt, isRecurring, recurrenceRules = [] } = campaign;
  if (isScheduled === false && scheduledAt !== undefined) {
    faults.add('isScheduled', 'invalid_enum_value', 'Must be true, or left out, when scheduledAt is given');
  }
  if (isRecurring === false && recurrenceRules.length > 0) {
    const flag = campaign.automationTerm === 'workflow' ? 'isReoccurring' : 'isRecurring';
    faults.add(flag, 'invalid_enum_value', 'Must be true, or left out, when recurrenceRules are given');
  }
}
