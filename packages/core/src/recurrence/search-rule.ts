import rrule, { type Options } from 'rrule';
import type { RuleWork } from './rule-work.js';

export type RuleOptions = Partial<Options> & { readonly dtstart: Date };

/** What a search looks for, and the work that it may do. */
interface RuleSearch {
  readonly isWanted: (moment: Date) => boolean;
  readonly work: RuleWork;
}

/**
 * Returns the first wanted moment of a rule; null when there is none. The library searches for a day that never comes
 * (30 February) up to the year 9999, for half a minute and more, and no option stops it. Its work is therefore counted:
 * a moment beyond the horizon of its frequency counts as never, and a search beyond its budget throws.
 */
export function searchRule(options: RuleOptions, { isWanted, work }: RuleSearch): Date | null {
  const rule = new rrule.RRule(options);
  const periods = countPeriods(rule, work);
  let found: Date | null = null;
  try {
    rule.all((moment) => {
      periods.restart();
      if (!isWanted(moment)) return true;
      found = moment;
      return false;
    });
  } catch (error) {
    if (!(error instanceof BeyondHorizonError)) throw error;
  }
  return found;
}

/**
 * The number of periods without a moment before the search ends. A 29 February comes again after at most eight years,
 * on a certain weekday after at most forty. An hourly rule skips whole days that do not match. Each number takes a little
 * less than the work that the rules of a campaign may take.
 */
const horizons: ReadonlyMap<unknown, number> = new Map([
  [rrule.Frequency.YEARLY, 80],
  [rrule.Frequency.MONTHLY, 800],
  [rrule.Frequency.WEEKLY, 20 * 53],
  [rrule.Frequency.DAILY, 3_000],
  [rrule.Frequency.HOURLY, 3_000],
]);

/** The days that the library examines in each period. */
const daysOfPeriod: ReadonlyMap<unknown, number> = new Map([
  [rrule.Frequency.YEARLY, 366],
  [rrule.Frequency.MONTHLY, 31],
  [rrule.Frequency.WEEKLY, 7],
]);

/**
 * Measured costs, in units of 0.01 µs: about 10 µs for a period, 1 µs for each of its days, 0.01 µs more per day for
 * each position of BYSETPOS, and 3 µs for an occurrence.
 */
const workOfEachPeriod = 1_000;
const workOfDay = 100;
const workOfOccurrence = 300;

interface SearchedOptions {
  readonly interval: number;
  readonly freq: number;
  readonly bysetpos: readonly number[] | null;
}

/** The library reads the interval twice in each period, which is the only place where its work can be counted. */
function countPeriods({ options }: { options: SearchedOptions }, work: RuleWork) {
  const { interval, freq, bysetpos } = options;
  const most = 2 * (horizons.get(freq) ?? 0);
  const days = daysOfPeriod.get(freq) ?? 1;
  const workOfPeriod = workOfEachPeriod + days * (workOfDay + (bysetpos?.length ?? 0));
  let reads = 0;
  Object.defineProperty(options, 'interval', {
    get() {
      reads += 1;
      if (reads > most) throw new BeyondHorizonError();
      work.spend(workOfPeriod / 2);
      return interval;
    },
  });
  return {
    restart() {
      reads = 0;
      work.spend(workOfOccurrence);
    },
  };
}

class BeyondHorizonError extends Error {}
