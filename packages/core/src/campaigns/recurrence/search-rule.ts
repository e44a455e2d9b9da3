import rrule, { type Options } from 'rrule';

export type RuleOptions = Partial<Options> & { readonly dtstart: Date };

/**
 * Returns the first wanted moment of a rule; null when there is none. The library searches for a day that never comes
 * (30 February) up to the year 9999, for half a minute and more, and no option stops it. Its work is therefore counted:
 * a moment beyond the horizon of its frequency counts as never.
 */
export function searchRule(options: RuleOptions, isWanted: (moment: Date) => boolean): Date | null {
  const rule = new rrule.RRule(options);
  const work = countWork(rule);
  let found: Date | null = null;
  try {
    rule.all((moment) => {
      work.restart();
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
 * on a certain weekday after at most forty, and the calendar repeats after 400 years. An hourly rule skips whole days
 * that do not match.
 */
const horizons: ReadonlyMap<unknown, number> = new Map([
  [rrule.Frequency.YEARLY, 400],
  [rrule.Frequency.MONTHLY, 100 * 12],
  [rrule.Frequency.WEEKLY, 20 * 53],
  [rrule.Frequency.DAILY, 10 * 366],
  [rrule.Frequency.HOURLY, 10 * 366],
]);

/** The library reads the interval twice in each period, which is the only place where its work can be counted. */
const readsPerPeriod = 2;

function countWork({ options }: { options: { interval: number; freq: number } }) {
  const most = readsPerPeriod * (horizons.get(options.freq) ?? 0);
  const { interval } = options;
  let asked = 0;
  Object.defineProperty(options, 'interval', {
    get() {
      asked += 1;
      if (asked > most) throw new BeyondHorizonError();
      return interval;
    },
  });
  return {
    restart() {
      asked = 0;
    },
  };
}

class BeyondHorizonError extends Error {}
