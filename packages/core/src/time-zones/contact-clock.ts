/**
 * The zone of a campaign whose occurrences begin for each contact when the contact's own clock shows their time. Its rules
 * are computed on the clock that is ahead of all others, and each run then waits for the clock of its contact.
 */
export const contactClock = 'contact';

/** No clock on earth is ahead of this one. */
export const zoneAheadOfAll = 'Etc/GMT-14';

/** The last clock on earth (UTC-12) shows a time so much later than the first one. */
const longestRoundMs = 26 * 3_600_000;

/**
 * Returns the time after which the next occurrence is searched. An occurrence on the clocks of contacts is still to come for
 * some of them when the first clock has passed it.
 */
export function searchStart(timeZone: string | undefined, now: Date): Date {
  return timeZone === contactClock ? new Date(now.getTime() - longestRoundMs) : now;
}
