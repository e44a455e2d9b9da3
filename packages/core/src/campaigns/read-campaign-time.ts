import type { Context } from '../context.js';
import { contactClock, earliestZone } from '../time-zones/contact-clock.js';
import { findWorkspaceZone } from '../time-zones/find-workspace-zone.js';
import { type NewTime, readLocalTime } from '../time-zones/read-local-time.js';
import type { CampaignProblem } from './campaign-problem.js';

interface RequestedTime {
  readonly scheduledAt?: NewTime | null | undefined;
  readonly timeZone?: string | null | undefined;
}

/**
 * The time of a campaign as an instant with the zone of its clock, or the problems of a local time. Null and undefined keep
 * their meaning.
 */
export interface CampaignTime {
  readonly scheduledAt: string | null | undefined;
  readonly timeZone: string | null | undefined;
  readonly problems: readonly CampaignProblem[];
}

/**
 * A local time with the zone `contact` is that of each recipient. The campaign then has this zone, and the instant at which the
 * first clock shows the time.
 */
export async function readCampaignTime(
  context: Context,
  { scheduledAt, timeZone }: RequestedTime,
): Promise<CampaignTime> {
  if (typeof scheduledAt !== 'object' || scheduledAt === null)
    return { scheduledAt, timeZone, problems: timeZone === contactClock ? [noLocalTime] : [] };
  const read = await readLocalTime(scheduledAt, async (owner) =>
    owner === 'contact' ? earliestZone : findWorkspaceZone(context),
  );
  if ('problems' in read) return { scheduledAt: undefined, timeZone, problems: read.problems };
  const time = { scheduledAt: read.instant.toISOString(), timeZone };
  if (scheduledAt.timeZone !== contactClock)
    return { ...time, problems: timeZone === contactClock ? [noLocalTime] : [] };
  if (timeZone && timeZone !== contactClock) return { ...time, problems: [otherClock] };
  return { ...time, timeZone: contactClock, problems: [] };
}

const noLocalTime: CampaignProblem = [
  'timeZone',
  'invalid_string',
  'Expected an IANA time zone; "contact" needs a local time with the zone "contact" in scheduledAt',
];

const otherClock: CampaignProblem = [
  'timeZone',
  'invalid_string',
  'Must be absent: scheduledAt has the zone "contact", so the campaign follows the clocks of its contacts',
];
