/** The zone of a campaign that begins for each contact when the contact's own clock shows the time. */
export const contactClock = 'contact';

/**
 * No clock on earth is ahead of this one. An occurrence of such a campaign starts when it shows the time, and each run then waits
 * for the clock of its contact.
 */
export const earliestZone = 'Etc/GMT-14';

/** Returns the zone on whose clock the times of a campaign are computed; undefined if the campaign names none. */
export function clockZoneOf(timeZone: string | null | undefined): string | undefined {
  return timeZone === contactClock ? earliestZone : (timeZone ?? undefined);
}
