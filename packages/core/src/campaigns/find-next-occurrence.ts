import { runInNewContext } from 'node:vm';
import rrule, { type Options } from 'rrule';

export interface Recurrence {
  /** RFC 5545 rules that have been checked; without any, the start is the only occurrence. */
  readonly rules: readonly string[];
  /** DTSTART of all rules. */
  readonly startsAt: Date;
  /** The start is a date that somebody chose: the first occurrence, whether or not it suits the rules. */
  readonly isStartChosen: boolean;
}

/** When a campaign happens for the first time; null when its rules give no moment at all. */
export function findFirstOccurrence(recurrence: Recurrence): Date | null {
  const { rules, startsAt, isStartChosen } = recurrence;
  if (isStartChosen || rules.length === 0) return startsAt;
  return findEarliest(rules, (text) =>
    createRule(optionsOf(text, startsAt)).after(floorToSecond(startsAt), true),
  );
}

/** The first moment after `after` at which one of the rules lets the campaign happen, in UTC; null when there is none. */
export function findNextOccurrence(recurrence: Recurrence, after: Date): Date | null {
  return findEarliest(recurrence.rules, (text) => {
    const options = optionsAfterStart(text, recurrence);
    if (options === undefined) return null;
    return createRule({ ...options, dtstart: skipHistory(options, after) }).after(after, false);
  });
}

const searchTimeoutMs = 500;

/**
 * The library looks for a day that never comes (30 February) up to the year 9999, for half a minute and more, and no
 * option stops it. What is not found in time is taken for never.
 */
function findEarliest(rules: readonly string[], search: (rule: string) => Date | null): Date | null {
  const searchAll = () => rules.flatMap((rule) => search(rule)?.getTime() ?? []);
  try {
    const found: number[] = runInNewContext('searchAll()', { searchAll }, { timeout: searchTimeoutMs });
    return found.length > 0 ? new Date(Math.min(...found)) : null;
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

type RuleOptions = Partial<Options> & { readonly dtstart: Date };

function createRule(options: RuleOptions) {
  return new rrule.RRule(options);
}

/** Rules know whole seconds only. An end without a time is the end of that day. */
function optionsOf(text: string, startsAt: Date): RuleOptions {
  const line = text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/UNTIL=(\d{8})(?=;|$)/, 'UNTIL=$1T235959Z');
  return { ...rrule.RRule.parseString(line), dtstart: floorToSecond(startsAt) };
}

function floorToSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
}

/**
 * By RFC 5545, section 3.3.10, DTSTART counts as the first occurrence. The library counts only what suits the rule, so
 * a chosen start that does not suit it is taken off the count. Undefined when nothing is left.
 */
function optionsAfterStart(text: string, { startsAt, isStartChosen }: Recurrence): RuleOptions | undefined {
  const options = optionsOf(text, startsAt);
  const { count, dtstart } = options;
  if (!isStartChosen || typeof count !== 'number') return options;
  const first = createRule(options).after(dtstart, true);
  if (first?.getTime() === dtstart.getTime()) return options;
  return count > 1 ? { ...options, count: count - 1 } : undefined;
}

const periodsMs: ReadonlyMap<unknown, number> = new Map([
  [rrule.Frequency.SECONDLY, 1_000],
  [rrule.Frequency.MINUTELY, 60_000],
  [rrule.Frequency.HOURLY, 3_600_000],
  [rrule.Frequency.DAILY, 86_400_000],
  [rrule.Frequency.WEEKLY, 7 * 86_400_000],
]);

/**
 * The library walks every period from the start. In UTC a rule without a count goes on in the same way a whole number
 * of periods later.
 */
function skipHistory({ freq, interval, count, dtstart }: RuleOptions, after: Date): Date {
  const periodMs = periodsMs.get(freq);
  if (periodMs === undefined || typeof count === 'number' || after <= dtstart) return dtstart;
  const stepMs = periodMs * (interval ?? 1);
  return new Date(dtstart.getTime() + Math.floor((after.getTime() - dtstart.getTime()) / stepMs) * stepMs);
}
