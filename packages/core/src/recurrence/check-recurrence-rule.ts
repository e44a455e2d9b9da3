/**
 * Checks a recurrence rule by RFC 5545, section 3.3.10: known parts, each once, with values in range, in combinations
 * that the standard allows. It also rejects rules that no campaign needs and that are expensive to compute: more than
 * one occurrence per hour, more than ten thousand in all, and days that never come. Returns what is wrong, or
 * undefined. The leading `RRULE:` of a calendar line is optional.
 */
export function checkRecurrenceRule(text: string): string | undefined {
  const [property] = otherProperty.exec(text) ?? [];
  if (property !== undefined) return `${property.toUpperCase()} is not a recurrence rule`;
  const parts = new Map<string, string>();
  for (const part of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value, ...rest] = part.split('=');
    if (value === undefined || rest.length > 0) return `Expected NAME=value, found "${part}"`;
    if (parts.has(name)) return `${name} occurs twice`;
    const isValid = valueChecks.get(name);
    if (isValid === undefined) return `Unknown part "${name}"`;
    if (!isValid(value)) return limits.get(name) ?? `The value of ${name} is not valid`;
    parts.set(name, value);
  }
  return checkCombination(parts);
}

/** Other properties of a recurring event (RFC 5545, sections 3.8.2.4 and 3.8.5), as a line of their own or as a part. */
const otherProperty = /(?<![A-Z])(?:DTSTART|DTEND|EXDATE|EXRULE|RDATE)(?=[:;=])/i;

type Check = (value: string) => boolean;

const maxOccurrences = 10_000;

const frequencies = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const valueChecks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['FREQ', (value) => frequencies.includes(value)],
  ['UNTIL', isDate],
  ['COUNT', (value) => isNumber(value, 1, maxOccurrences)],
  ['INTERVAL', (value) => isNumber(value, 1, 999_999)],
  ['BYSECOND', (value) => isNumber(value, 0, 59)],
  ['BYMINUTE', (value) => isNumber(value, 0, 59)],
  ['BYHOUR', listOf((value) => isNumber(value, 0, 23))],
  ['BYDAY', listOf(isWeekday)],
  ['BYMONTHDAY', listOf((value) => isSignedNumber(value, 31))],
  ['BYYEARDAY', listOf((value) => isSignedNumber(value, 366))],
  ['BYWEEKNO', listOf((value) => isSignedNumber(value, 53))],
  ['BYMONTH', listOf((value) => isNumber(value, 1, 12))],
  ['BYSETPOS', listOf((value) => isSignedNumber(value, 366))],
  ['WKST', (value) => weekdays.includes(value)],
]);

/** Explains the limits of this service, which the standard does not have. */
const limits: ReadonlyMap<string, string> = new Map([
  ['FREQ', `FREQ must be one of ${frequencies.join(', ')}; a rule must not be finer than hourly`],
  ['COUNT', `COUNT must be from 1 to ${maxOccurrences}, the most occurrences of a rule`],
  ['BYMINUTE', 'BYMINUTE must be one number from 0 to 59; a rule must not be finer than hourly'],
  ['BYSECOND', 'BYSECOND must be one number from 0 to 59; a rule must not be finer than hourly'],
]);

function checkCombination(parts: ReadonlyMap<string, string>): string | undefined {
  const frequency = parts.get('FREQ');
  if (frequency === undefined) return 'FREQ is missing';
  if (parts.has('UNTIL') && parts.has('COUNT')) return 'UNTIL and COUNT exclude each other';
  if (parts.has('BYWEEKNO') && frequency !== 'YEARLY') return 'BYWEEKNO needs FREQ=YEARLY';
  if (parts.has('BYMONTHDAY') && frequency === 'WEEKLY') return 'BYMONTHDAY cannot be used with FREQ=WEEKLY';
  if (parts.has('BYYEARDAY') && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(frequency)) {
    return `BYYEARDAY cannot be used with FREQ=${frequency}`;
  }
  if (frequency === 'HOURLY' && parts.has('INTERVAL') && parts.has('BYHOUR')) {
    return 'BYHOUR cannot be used with FREQ=HOURLY and INTERVAL';
  }
  if (!hasPossibleDay(parts)) return 'No month of BYMONTH has a day of BYMONTHDAY';
  const hasOrdinal = /\d/.test(parts.get('BYDAY') ?? '');
  if (hasOrdinal && !(frequency === 'MONTHLY' || (frequency === 'YEARLY' && !parts.has('BYWEEKNO')))) {
    return 'A numbered weekday in BYDAY needs FREQ=MONTHLY, or FREQ=YEARLY without BYWEEKNO';
  }
  const others = [...parts.keys()].filter((name) => name.startsWith('BY') && name !== 'BYSETPOS');
  if (parts.has('BYSETPOS') && others.length === 0) return 'BYSETPOS needs another BY part';
  return undefined;
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function hasPossibleDay(parts: ReadonlyMap<string, string>): boolean {
  const months = parts.get('BYMONTH')?.split(',').map(Number);
  const days = parts.get('BYMONTHDAY')?.split(',').map(Number);
  if (months === undefined || days === undefined) return true;
  return months.some((month) => days.some((day) => Math.abs(day) <= (longestMonths[month - 1] ?? 0)));
}

function listOf(isItem: Check): Check {
  return (value) => value.split(',').every(isItem);
}

function isNumber(text: string, least: number, most: number): boolean {
  return /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

function isSignedNumber(text: string, most: number): boolean {
  return isNumber(text.replace(/^[+-]/, ''), 1, most);
}

function isWeekday(text: string): boolean {
  const ordinal = text.slice(0, -2);
  return weekdays.includes(text.slice(-2)) && (ordinal === '' || isSignedNumber(ordinal, 53));
}

function isDate(text: string): boolean {
  const [, year, month, day, , hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(T(\d{2})(\d{2})(\d{2})Z)?$/.exec(text) ?? [];
  const moment = new Date(`${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`);
  return !Number.isNaN(moment.getTime()) && moment.getUTCDate() === Number(day);
}
