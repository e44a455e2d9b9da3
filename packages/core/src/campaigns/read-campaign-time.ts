import type { Context } from '../context.js';
import { contactClock, zoneAheadOfAll } from '../time-zones/contact-clock.js';
import { findWorkspaceZone } from '../time-zones/find-workspace-zone.js';
import { type NewTime, readLocalTime } from '../time-zones/read-local-time.js';
import { isTimeZone } from '../time-zones/time-zone.js';
import type { CampaignProblem } from './campaign-problem.js';

interface RequestedTime {
  readonly scheduledAt?: NewTime | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly recurrenceRules?: readonly unknown[] | undefined;
}

/** The time of a campaign as an instant, or the problems of a local time. Null and undefined keep their meaning. */
export interface CampaignTime {
  readonly scheduledAt: string | null | undefined;
  /** The zone as it was sent. */
  readonly timeZone: string | null | undefined;
  /** Whether the time is a local one of each contact. Then the instant is that of the first clock that shows it. */
  readonly isOfContacts: boolean;
  /** The IANA name of the zone of a local time. */
  readonly localZone?: string;
  /** Whether the request has recurrence rules; undefined if they stay. */
  readonly isRecurring: boolean | undefined;
  readonly problems: readonly CampaignProblem[];
}

export async function readCampaignTime(
  context: Context,
  { scheduledAt, timeZone, recurrenceRules: rules }: RequestedTime,
): Promise<CampaignTime> {
  const isRecurring = rules && rules.length > 0;
  const time = { scheduledAt: undefined, timeZone, isOfContacts: false, isRecurring, problems: [] };
  if (typeof scheduledAt !== 'object' || scheduledAt === null) return { ...time, scheduledAt };
  const read = await readLocalTime(scheduledAt, async (owner) =>
    owner === 'contact' ? zoneAheadOfAll : findWorkspaceZone(context),
  );
  if ('problems' in read) return { ...time, problems: read.problems };
  const { timeZone: zone } = scheduledAt;
  const instant = { ...time, scheduledAt: read.instant.toISOString(), isOfContacts: zone === contactClock };
  return isTimeZone(zone) ? { ...instant, localZone: zone } : instant;
}
