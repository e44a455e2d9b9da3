import { isId } from '@parley/core/ids';

/**
 * These formats are stricter than the validator's own formats, which accept values that the domain cannot use:
 * `urn:uuid:…`, 30 February, leap seconds, the year 0, offsets without a colon, spaces in a URL.
 */
export const formats = {
  uuid: { type: 'string', validate: isId },
  'date-time': { type: 'string', validate: isDateTime },
  uri: { type: 'string', validate: isUri },
} as const;

const dateTime = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

export function isDateTime(value: string): boolean {
  const match = dateTime.exec(value);
  if (!match) return false;
  // The year can differ in UTC, and only years of four digits can be stored. An invalid date has the year NaN.
  const utcYear = new Date(value.toUpperCase()).getUTCFullYear();
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  // Parsing would change 30 February to a day in March.
  return utcYear >= 1 && utcYear <= 9_999 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Matches characters that RFC 3986 does not allow, and a percent sign without two hexadecimal digits. */
const notInUri = /[\s<>"{}|\\^`]|[^\x21-\x7e]|%(?![\da-f]{2})/i;

export function isUri(value: string): boolean {
  return value.length <= 8_192 && !notInUri.test(value) && URL.canParse(value);
}
