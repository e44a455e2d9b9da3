import { contactClock } from '../time-zones/contact-clock.js';
import { invalidTimeZone, isTimeZone } from '../time-zones/time-zone.js';
import type { CampaignProblem } from './campaign-problem.js';
import type { CampaignRecord } from './campaign-record.js';
import type { CampaignTime } from './read-campaign-time.js';

/** The zone that a campaign gets; undefined if it stays. */
export interface ChosenClock {
  readonly timeZone: string | null | undefined;
  readonly problems: readonly CampaignProblem[];
}

/**
 * Chooses the zone of a new or changed campaign. A local time of the contacts makes it follow their clocks, and another time
 * ends that. Rules without a zone of their own follow the zone that a local time names. What a response contained changes
 * nothing when it is sent back.
 */
export function chooseClock(campaign: ClockedCampaign | undefined, time: CampaignTime): ChosenClock {
  const { scheduledAt, isOfContacts } = time;
  const timeZone = time.timeZone === undefined ? impliedZone(campaign, time) : time.timeZone;
  const isSameZone = timeZone === undefined || timeZone === contactClock;
  if (isOfContacts) {
    return { timeZone: contactClock, problems: isSameZone || timeZone === null ? [] : [otherClock] };
  }
  const isFollowing = campaign?.timeZone === contactClock;
  if (isFollowing && isSameZone && isSameTime(campaign, scheduledAt))
    return { timeZone: undefined, problems: [] };
  if (timeZone === contactClock) return { timeZone: undefined, problems: [noLocalTime] };
  if (timeZone && !isTimeZone(timeZone)) return { timeZone: undefined, problems: [unknownZone] };
  const isWithoutTime = scheduledAt === undefined && time.problems.length === 0;
  if (isFollowing && isWithoutTime) return { timeZone: undefined, problems: [withoutTime] };
  return { timeZone: isFollowing ? (timeZone ?? null) : timeZone, problems: [] };
}

type ClockedCampaign = Pick<CampaignRecord, 'timeZone' | 'scheduledAt' | 'recurrenceRules'>;

/** A zone that was chosen for the campaign before stays. */
function impliedZone(
  campaign: ClockedCampaign | undefined,
  { isRecurring, localZone }: CampaignTime,
): string | undefined {
  const isChosen = campaign?.timeZone && campaign.timeZone !== contactClock;
  const recurs = isRecurring ?? (campaign?.recurrenceRules ?? []).length > 0;
  return recurs && !isChosen ? localZone : undefined;
}

function isSameTime(
  campaign: Pick<CampaignRecord, 'scheduledAt'>,
  scheduledAt: CampaignTime['scheduledAt'],
): boolean {
  if (scheduledAt === undefined) return true;
  if (scheduledAt === null || campaign.scheduledAt === null) return false;
  return new Date(scheduledAt).getTime() === new Date(campaign.scheduledAt).getTime();
}

const unknownZone: CampaignProblem = ['timeZone', 'invalid_string', invalidTimeZone];

const noLocalTime: CampaignProblem = [
  'timeZone',
  'invalid_string',
  `${invalidTimeZone}. "contact" needs a local time with the zone "contact" in scheduledAt`,
];

const otherClock: CampaignProblem = [
  'timeZone',
  'invalid_string',
  'Omit it: scheduledAt has the zone "contact", so the campaign follows the clocks of its contacts',
];

/** The time on the clocks of contacts would be another one on a single clock. */
const withoutTime: CampaignProblem = [
  'scheduledAt',
  'invalid_type',
  'Send it together with timeZone: the campaign follows the clocks of its contacts',
];
