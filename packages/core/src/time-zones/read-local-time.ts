import { toInstant } from './local-time.js';
import { invalidTimeZone, isTimeZone } from './time-zone.js';

/** A local time with its zone. */
export interface LocalTime {
  /** For example `2026-12-01T09:00:00`. */
  readonly at: string;
  /** `workspace`, `contact` or an IANA name. */
  readonly timeZone: string;
}

/** A time as a caller sends it: an instant, or a local time with a zone. */
export type NewTime = string | LocalTime;

/** The arguments of an error: its path, key and message. */
export type TimeProblem = readonly [path: string, key: 'invalid_date' | 'invalid_string', message: string];

/** Whose zone a local time can name. */
export type ZoneOwner = 'workspace' | 'contact';

/** Returns the instant of a local time, or its problems. The zone of an owner is looked up only if the time names it. */
export async function readLocalTime(
  { at, timeZone }: LocalTime,
  findZone: (owner: ZoneOwner) => Promise<string>,
): Promise<{ readonly instant: Date } | { readonly problems: readonly TimeProblem[] }> {
  const local = new Date(`${at}Z`);
  const isOfOwner = timeZone === 'workspace' || timeZone === 'contact';
  const problems: TimeProblem[] = [];
  if (!isLocalTime(at, local))
    problems.push(['scheduledAt.at', 'invalid_date', 'Expected a local time such as 2026-12-01T09:00:00']);
  if (!isOfOwner && !isTimeZone(timeZone))
    problems.push(['scheduledAt.timeZone', 'invalid_string', invalidTimeZone]);
  if (problems.length > 0) return { problems };
  return { instant: toInstant(isOfOwner ? await findZone(timeZone) : timeZone, local) };
}

/** In each zone, the instant of a time of these years is one that a timestamp of the API can express. */
const years = { first: 1_000, last: 9_998 };

function isLocalTime(at: string, local: Date): boolean {
  const year = local.getUTCFullYear();
  // JavaScript moves 30 February to March. The year of an invalid date is no number, and so in no range.
  return year >= years.first && year <= years.last && local.toISOString().startsWith(at);
}
