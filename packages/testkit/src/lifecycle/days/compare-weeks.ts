import { summarize } from '../../abuse/latency.js';
import { createRandom } from '../../crash/random.js';
import type { DeliveryTimes } from './delivery-probe.js';

/** How the p99 of deliveries has grown, compared with the p99 of a fresh database at the same time. */
export interface Growth {
  /** The ratio of the last week to the first. */
  readonly factor: number;
  /** The bounds of its 95 % interval. */
  readonly from: number;
  readonly to: number;
}

const quietDays = 5;
/** Deliveries that follow one another share the moods of the machine, so they are drawn together. */
const blockLength = 50;

/**
 * Compares two weeks, and estimates how far the comparison can be trusted: it is repeated with deliveries that are drawn
 * from the measured ones (a block bootstrap). The seed is fixed, so that the same times have the same result.
 */
export function compareWeeks(
  firstWeek: readonly DeliveryTimes[],
  lastWeek: readonly DeliveryTimes[],
  { resamples = 400 }: { readonly resamples?: number } = {},
): Growth {
  const [first, last] = [pairsOf(firstWeek), pairsOf(lastWeek)];
  const random = createRandom(1);
  const factors = Array.from(
    { length: resamples },
    () => ratioOf(draw(last, random)) / ratioOf(draw(first, random)),
  ).sort((one, other) => one - other);
  const at = (share: number) => factors[Math.floor(share * (factors.length - 1))] ?? Number.NaN;
  return { factor: ratioOf(last) / ratioOf(first), from: at(0.025), to: at(0.975) };
}

/** An aged and a fresh delivery that were measured one after the other. */
type Pair = readonly [aged: number, fresh: number];

/**
 * The deliveries of the five quietest days of a week, by the fresh database: a moment at which the machine is busy affects
 * one day only.
 */
export function quietDaysOf(week: readonly DeliveryTimes[]): readonly DeliveryTimes[] {
  return [...week]
    .sort((one, other) => summarize(one.fresh).p99 - summarize(other.fresh).p99)
    .slice(0, quietDays);
}

function pairsOf(week: readonly DeliveryTimes[]): Pair[] {
  return quietDaysOf(week).flatMap(({ aged, fresh }) =>
    aged.map((time, at): Pair => [time, fresh[at] ?? Number.NaN]),
  );
}

function ratioOf(pairs: readonly Pair[]): number {
  return p99Of(pairs, ([aged]) => aged) / p99Of(pairs, ([, fresh]) => fresh);
}

/** As `summarize` computes it. A typed array sorts numbers several times faster, and there are thousands of draws. */
function p99Of(pairs: readonly Pair[], read: (pair: Pair) => number): number {
  const sorted = Float64Array.from(pairs, read).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

function draw(pairs: readonly Pair[], random: () => number): Pair[] {
  const drawn: Pair[] = [];
  while (drawn.length < pairs.length) {
    const start = Math.floor(random() * Math.max(1, pairs.length - blockLength + 1));
    drawn.push(...pairs.slice(start, start + blockLength));
  }
  return drawn.slice(0, pairs.length);
}
