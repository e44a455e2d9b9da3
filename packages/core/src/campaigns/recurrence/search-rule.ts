import rrule, { type Options } from 'rrule';

export type RuleOptions = Partial<Options> & { readonly dtstart: Date };

/**
 * The first moment of a rule that is wanted; null when there is none. The library looks for a day that never comes
 * (30 February) up to the year 9999, for half a minute and more, and no option stops it, so its work is counted: what
 * does not come within the horizon of its frequency is taken for never.
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
 * How many periods may go by without a moment. Days of 29 February come again after eight years at most, those that are
 * also of a certain weekday after forty; after 400 years the calendar repeats itself. A rule of hours goes by whole
 * days where the day does not suit it.
 */
const horizons: ReadonlyMap<unknown, number> = new Map([
  [rrule.Frequency.YEARLY, 400],
  [rrule.Frequency.MONTHLY, 100 * 12],
  [rrule.Frequency.WEEKLY, 20 * 53],
  [rrule.Frequency.DAILY, 10 * 366],
  [rrule.Frequency.HOURLY, 10 * 366],
]);

/** The library asks for the interval twice in each period, which is the one place where its work shows. */
const asksPerPeriod = 2;

function countWork({ options }: { options: { interval: number; freq: number } }) {
  const most = asksPerPeriod * (horizons.get(options.freq) ?? 0);
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
