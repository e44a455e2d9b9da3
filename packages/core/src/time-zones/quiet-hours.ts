import type { InvalidParams } from '../domain-error.js';
import { ValidationErrors } from '../validation-errors.js';
import { toInstant, toLocal } from './local-time.js';
import { checkTimeZone } from './time-zone.js';
import { type LocatedContact, zoneOfContact } from './zone-of-contact.js';

/** Hours of the day in which no campaign is sent. */
export interface QuietHours {
  /** Local times such as `21:00`. The hours end on the next day if `to` is not later than `from`. */
  readonly from: string;
  readonly to: string;
  /** `workspace`, `contact` or an IANA name. */
  readonly timeZone: string;
}

export function findQuietHoursErrors(quietHours: QuietHours | null | undefined): InvalidParams {
  const errors = new ValidationErrors();
  if (!quietHours) return {};
  const { from, to, timeZone } = quietHours;
  if (from === to) errors.add('quietHours.to', 'invalid_string', 'Must differ from "from"');
  if (timeZone !== 'workspace' && timeZone !== 'contact')
    checkTimeZone(timeZone, 'quietHours.timeZone', errors);
  return errors.invalidParams;
}

/** Returns the end of the quiet hours in which an instant lies for a contact; undefined if it lies in none. */
export function findQuietEndFor(contact: LocatedContact, quietHours: QuietHours, at: Date): Date | undefined {
  return findQuietEnd(quietHours, zoneNamed(quietHours.timeZone, contact), at);
}

function zoneNamed(name: string, contact: LocatedContact): string {
  if (name === 'workspace') return contact.workspaceZone;
  return name === 'contact' ? zoneOfContact(contact) : name;
}

/** Like `findQuietEndFor`, in a time zone. */
export function findQuietEnd(
  { from, to }: Pick<QuietHours, 'from' | 'to'>,
  timeZone: string,
  at: Date,
): Date | undefined {
  const local = toLocal(timeZone, at);
  const time = local.toISOString().slice(11, 16);
  const isQuiet = from < to ? from <= time && time < to : time >= from || time < to;
  if (!isQuiet) return undefined;
  const day = local.toISOString().slice(0, 10);
  const today = new Date(`${day}T${to}:00Z`);
  const end = toInstant(timeZone, time < to ? today : new Date(today.getTime() + dayMs));
  // When the clock is set back, the end comes twice, and the first one counts.
  return end > at ? end : undefined;
}

const dayMs = 24 * 60 * 60 * 1_000;
