import { contactClock } from '../time-zones/contact-clock.js';
import type { CampaignProblem } from './campaign-problem.js';
import type { CampaignRecord } from './campaign-record.js';
import type { CampaignUpdate } from './campaign-update.js';
import { findZoneProblems } from './new-campaign.js';

type ClockUpdate = Pick<CampaignUpdate, 'scheduledAt' | 'timeZone'>;

/**
 * Returns the new zone of the campaign; undefined if it stays. A campaign that gets another kind of time no longer follows the
 * clocks of its contacts.
 */
export function timeZoneAfter(
  campaign: Pick<CampaignRecord, 'timeZone'>,
  { scheduledAt, timeZone }: ClockUpdate,
): string | null | undefined {
  if (timeZone !== undefined || scheduledAt === undefined) return timeZone;
  return campaign.timeZone === contactClock ? null : undefined;
}

/** The time of a campaign on the clocks of its contacts would be another one on a single clock, so it must be sent too. */
export function* findClockProblems(
  campaign: Pick<CampaignRecord, 'timeZone'>,
  { scheduledAt, timeZone }: ClockUpdate,
): Generator<CampaignProblem> {
  yield* findZoneProblems(timeZone);
  const isOtherClock = timeZone !== undefined && timeZone !== contactClock;
  if (isOtherClock && scheduledAt === undefined && campaign.timeZone === contactClock) yield withoutTime;
}

const withoutTime: CampaignProblem = [
  'scheduledAt',
  'invalid_type',
  'Required with another timeZone: the campaign follows the clocks of its contacts',
];
