import type { ImportEntry } from '../contacts/import/plan-import.js';
import type { Faults } from '../faults.js';
import type { CampaignVariable } from './campaign-record.js';
import { checkRecurrenceRule } from './check-recurrence-rule.js';

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
  readonly variables?: readonly CampaignVariable[] | undefined;
}

/** When a campaign happens. */
export interface Timing {
  readonly isScheduled: boolean;
  readonly isRecurring: boolean;
  readonly firstOccurrenceAt: Date;
}

/**
 * Whoever gives a date or rules and leaves out the flag means them: sending at once instead could not be taken back.
 * The scheduled moment is the first occurrence also of a recurring campaign (RFC 5545, DTSTART); without one
 * it is now.
 */
export function readTiming(campaign: NewCampaign, now: Date): Timing {
  const isScheduled = campaign.isScheduled ?? campaign.scheduledAt !== undefined;
  const isRecurring = campaign.isRecurring ?? (campaign.recurrenceRules ?? []).length > 0;
  const scheduledAt =
    isScheduled && campaign.scheduledAt !== undefined ? new Date(campaign.scheduledAt) : now;
  return { isScheduled, isRecurring, firstOccurrenceAt: scheduledAt };
}

/** Adds what can be told from the request alone. */
export function checkTiming(campaign: NewCampaign, faults: Faults): void {
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
}
