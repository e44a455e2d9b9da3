import rrule from 'rrule';
import { type RuleOptions, searchRule } from './search-rule.js';

export interface Recurrence {
  /** Valid RFC 5545 rules. Without any, the start is the only occurrence. */
  readonly rules: readonly string[];
  /** DTSTART of all rules. */
  readonly startsAt: Date;
  /** The start is a date that a person chose. It is the first occurrence, whether or not it matches the rules. */
  readonly isStartChosen: boolean;
}

/** Returns the first occurrence of a campaign; null when its rules have none. */
export function findFirstOccurrence(recurrence: Recurrence): Date | null {
  const { rules, startsAt, isStartChosen } = recurrence;
  if (isStartChosen || rules.length === 0) return startsAt;
  return findEarliest(rules, (text) => searchRule(optionsOf(text, startsAt), () => true));
}

/** Returns the first occurrence after `after`, in UTC; null when there is none. */
export function findNextOccurrence(recurrence: Recurrence, after: Date): Date | null {
  return findEarliest(recurrence.rules, (text) => {
    const counted = optionsAfterStart(text, recurrence);
    const options = counted && skipHistory(counted, after);
    return options ? searchRule(options, (moment) => moment > after) : null;
  });
}

function findEarliest(rules: readonly string[], search: (rule: string) => Date | null): Date | null {
  const found = rules.flatMap((rule) => search(rule)?.getTime() ?? []);
  return found.length > 0 ? new Date(Math.min(...found)) : null;
}

/** Rules have a precision of seconds. An end without a time is the end of that day. */
function optionsOf(text: string, startsAt: Date): RuleOptions {
  const line = text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/UNTIL=(\d{8})(?=;|$)/, 'UNTIL=$1T235959Z');
  const { byhour, ...options } = rrule.RRule.parseString(line);
  return { ...options, ...sortHours(byhour), dtstart: floorToSecond(startsAt) };
}

/** The library returns the hours of a day in the order of the rule, so that `BYHOUR=15,9` would lose the earlier ones. */
function sortHours(hours: RuleOptions['byhour']): Pick<RuleOptions, 'byhour'> {
  if (!Array.isArray(hours)) return hours === undefined ? {} : { byhour: hours };
  return { byhour: [...new Set(hours)].sort((one, other) => one - other) };
}

function floorToSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
}

/**
 * By RFC 5545, section 3.3.10, DTSTART counts as the first occurrence. The library counts only occurrences that match
 * the rule, so a chosen start that does not match is subtracted from the count. Returns undefined when nothing is left.
 */
function optionsAfterStart(text: string, { startsAt, isStartChosen }: Recurrence): RuleOptions | undefined {
  const options = optionsOf(text, startsAt);
  const { count, dtstart } = options;
  if (!isStartChosen || typeof count !== 'number') return options;
  const first = searchRule(options, () => true);
  if (first?.getTime() === dtstart.getTime()) return options;
  return count > 1 ? { ...options, count: count - 1 } : undefined;
}

const periodsMs: ReadonlyMap<unknown, number> = new Map([
  [rrule.Frequency.HOURLY, 3_600_000],
  [rrule.Frequency.DAILY, 86_400_000],
  [rrule.Frequency.WEEKLY, 7 * 86_400_000],
]);

/**
 * The library iterates over every period from the start. In UTC a rule repeats after a whole number of periods; with a
 * count this holds only for a rule without other parts, because each of its periods counts. Returns undefined when
 * nothing is left.
 */
function skipHistory(options: RuleOptions, after: Date): RuleOptions | undefined {
  const { freq, interval, count, dtstart } = options;
  const periodMs = periodsMs.get(freq);
  const isCounted = typeof count === 'number';
  const isPlain = !Object.keys(options).some((name) => name.startsWith('by'));
  if (periodMs === undefined || (isCounted && !isPlain) || after <= dtstart) return options;
  const stepMs = periodMs * (interval ?? 1);
  const skipped = Math.floor((after.getTime() - dtstart.getTime()) / stepMs);
  if (isCounted && skipped >= count) return undefined;
  return {
    ...options,
    dtstart: new Date(dtstart.getTime() + skipped * stepMs),
    ...(isCounted && { count: count - skipped }),
  };
}
