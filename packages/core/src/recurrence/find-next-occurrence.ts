import rrule from 'rrule';
import { contactClock, zoneAheadOfAll } from '../time-zones/contact-clock.js';
import { toInstant, toLocal } from '../time-zones/local-time.js';
import { RuleTooExpensiveError, RuleWork } from './rule-work.js';
import { type RuleOptions, searchRule } from './search-rule.js';

export interface Recurrence {
  /** Valid RFC 5545 rules. Without any, the start is the only occurrence. */
  readonly rules: readonly string[];
  /** DTSTART of all rules. */
  readonly startsAt: Date;
  /** The start is a date that a person chose. It is the first occurrence, whether or not it matches the rules. */
  readonly isStartChosen: boolean;
  /** The IANA time zone whose clock the rules follow, or `contact`. Default is UTC. */
  readonly timeZone?: string | undefined;
}

/** Returns the first occurrence after `after`; null when there is none. */
export function findNextOccurrence(recurrence: Recurrence, after: Date, budget?: number): Date | null {
  const work = new RuleWork(budget);
  return findEarliest(recurrence.rules, (text) => findNextOfRule(text, { recurrence, after, work }));
}

export interface OccurrencePlan {
  readonly firstOccurrenceAt: Date | null;
}

/**
 * Finds the first occurrence of a campaign; it is null when the rules have none. Returns undefined when the rules
 * together take more work than a campaign may use. A rule with a count is searched to its end, because a later search
 * for its last occurrence counts all others again.
 */
export function planOccurrences(
  recurrence: Recurrence,
  now: Date,
  budget?: number,
): OccurrencePlan | undefined {
  const work = new RuleWork(budget);
  const { rules, startsAt } = recurrence;
  const after = startsAt > now ? startsAt : now;
  try {
    for (const text of rules) {
      const options = optionsOf(text, recurrence);
      if (typeof options.count !== 'number' || isPlain(options))
        findNextOfRule(text, { recurrence, after, work });
      else searchRule(options, { isWanted: () => false, work });
    }
    return { firstOccurrenceAt: findFirstOccurrence(recurrence, work) };
  } catch (error) {
    if (error instanceof RuleTooExpensiveError) return undefined;
    throw error;
  }
}

function findFirstOccurrence(recurrence: Recurrence, work: RuleWork): Date | null {
  const { rules, startsAt, isStartChosen } = recurrence;
  if (isStartChosen || rules.length === 0) return startsAt;
  const clock = clockOf(recurrence);
  const isWanted = clock.isAfter(new Date(floorToSecond(startsAt).getTime() - 1));
  return findEarliest(rules, (text) =>
    clock.instantOf(searchRule(optionsOf(text, recurrence), { isWanted, work })),
  );
}

/**
 * Rules are computed on the clock of the time zone, as dates whose UTC fields are local times. So they follow the
 * changes of daylight saving, and their periods all have the same length.
 */
interface Clock {
  /** No change of the clock is longer. */
  readonly longestChangeMs: number;
  localOf(instant: Date): Date;
  instantOf(local: Date | null): Date | null;
  /** Returns whether a local time lies after an instant. */
  isAfter(instant: Date): (local: Date) => boolean;
}

function clockOf({ timeZone: name }: Recurrence): Clock {
  if (name === undefined || name === 'UTC') return clockOfUtc;
  const timeZone = name === contactClock ? zoneAheadOfAll : name;
  return {
    longestChangeMs: dayMs,
    localOf: (instant) => toLocal(timeZone, instant),
    instantOf: (local) => local && toInstant(timeZone, local),
    isAfter(instant) {
      const clock = toLocal(timeZone, instant).getTime();
      return (local) => {
        // Converting takes a while, and decides only around a change of the clock.
        const aheadMs = local.getTime() - clock;
        return Math.abs(aheadMs) > dayMs ? aheadMs > 0 : toInstant(timeZone, local) > instant;
      };
    },
  };
}

const dayMs = 86_400_000;

const clockOfUtc: Clock = {
  longestChangeMs: 0,
  localOf: (instant) => instant,
  instantOf: (local) => local,
  isAfter: (instant) => (local) => local > instant,
};

interface NextSearch {
  readonly recurrence: Recurrence;
  readonly after: Date;
  readonly work: RuleWork;
}

function findNextOfRule(text: string, { recurrence, after, work }: NextSearch): Date | null {
  const clock = clockOf(recurrence);
  const counted = optionsAfterStart(text, recurrence, work);
  const past = new Date(clock.localOf(after).getTime() - clock.longestChangeMs);
  const options = counted && skipHistory(counted, past);
  return options ? clock.instantOf(searchRule(options, { isWanted: clock.isAfter(after), work })) : null;
}

function findEarliest(rules: readonly string[], search: (rule: string) => Date | null): Date | null {
  const found = rules.flatMap((rule) => search(rule)?.getTime() ?? []);
  return found.length > 0 ? new Date(Math.min(...found)) : null;
}

/** Rules have a precision of seconds. An end without a time is the end of that day, in the time zone of the rule. */
function optionsOf(text: string, recurrence: Recurrence): RuleOptions {
  const { localOf } = clockOf(recurrence);
  const line = text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/UNTIL=(\d{8})(?=;|$)/, 'UNTIL=$1T235959Z');
  const { byhour, bysetpos, until, ...options } = rrule.RRule.parseString(line);
  // The clocks of contacts have no common instant, so the end is a local time as well (RFC 5545, section 3.3.10).
  const isEndInUtc = /UNTIL=\d{8}T/i.test(text) && recurrence.timeZone !== contactClock;
  const end = until && { until: isEndInUtc ? localOf(until) : until };
  const dtstart = floorToSecond(localOf(recurrence.startsAt));
  const sorted = { ...options, ...end, ...sortHours(byhour), dtstart };
  return { ...sorted, ...possiblePositions(bysetpos, sorted) };
}

/** The maximum number of days in a period. */
const daysOfPeriod: ReadonlyMap<unknown, number> = new Map([
  [rrule.Frequency.YEARLY, 366],
  [rrule.Frequency.MONTHLY, 31],
  [rrule.Frequency.WEEKLY, 7],
]);

/** The library examines each position on its own. Positions that no period reaches and repeated positions are omitted. */
function possiblePositions(
  positions: RuleOptions['bysetpos'],
  { freq, byhour }: RuleOptions,
): Pick<RuleOptions, 'bysetpos'> {
  if (positions === undefined || positions === null) return {};
  const all = [...new Set(Array.isArray(positions) ? positions : [positions])];
  const hours = freq === rrule.Frequency.HOURLY || !Array.isArray(byhour) ? 1 : byhour.length;
  const most = (daysOfPeriod.get(freq) ?? 1) * hours;
  const possible = all.filter((position) => Math.abs(position) <= most);
  return { bysetpos: possible.length > 0 ? possible : all.slice(0, 1) };
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
function optionsAfterStart(text: string, recurrence: Recurrence, work: RuleWork): RuleOptions | undefined {
  const options = optionsOf(text, recurrence);
  const { count, dtstart } = options;
  if (!recurrence.isStartChosen || typeof count !== 'number') return options;
  const first = searchRule(options, { isWanted: () => true, work });
  if (first?.getTime() === dtstart.getTime()) return options;
  return count > 1 ? { ...options, count: count - 1 } : undefined;
}

const periodsMs: ReadonlyMap<unknown, number> = new Map([
  [rrule.Frequency.HOURLY, 3_600_000],
  [rrule.Frequency.DAILY, 86_400_000],
  [rrule.Frequency.WEEKLY, 7 * 86_400_000],
]);

/**
 * Moves the start to the last period before `after`, because the library iterates over every period from the start. All
 * periods have the same length, so the rule stays the same. With a count, this works only for a rule without
 * other parts, which has one occurrence in each period. Returns undefined when nothing is left.
 */
function skipHistory(options: RuleOptions, after: Date): RuleOptions | undefined {
  const { freq, interval, count, dtstart } = options;
  const periodMs = periodsMs.get(freq);
  const isCounted = typeof count === 'number';
  if (periodMs === undefined || (isCounted && !isPlain(options)) || after <= dtstart) return options;
  const stepMs = periodMs * (interval ?? 1);
  const skipped = Math.floor((after.getTime() - dtstart.getTime()) / stepMs);
  if (isCounted && skipped >= count) return undefined;
  return {
    ...options,
    dtstart: new Date(dtstart.getTime() + skipped * stepMs),
    ...(isCounted && { count: count - skipped }),
  };
}

function isPlain(options: RuleOptions): boolean {
  return !Object.keys(options).some((name) => name.startsWith('by'));
}
