import { describe, expect, test } from '@jest/globals';
import { createRandom } from '../../src/crash/random.js';
import * as days from '../../src/lifecycle/days/compare-weeks.js';
import type { DeliveryTimes } from '../../src/lifecycle/days/delivery-probe.js';

const random = createRandom(7);

/** A hundred draws are enough for the bounds that these tests have. */
const compareWeeks: typeof days.compareWeeks = (first, last) =>
  days.compareWeeks(first, last, { resamples: 100 });

/** Times with a long tail, such as deliveries have. */
const timesOf = (count: number, factor: number) =>
  Array.from({ length: count }, () => factor * (4 - 3 * Math.log(1 - random())));

const dayOf = ({ aged = 1, fresh = 1, count = 1_000 } = {}): DeliveryTimes => ({
  aged: timesOf(count, aged),
  fresh: timesOf(count, fresh),
});

const weekOf = (options?: Parameters<typeof dayOf>[0]) => Array.from({ length: 7 }, () => dayOf(options));

describe('the p99 of two weeks', () => {
  test('has not grown when the deliveries are the same; the interval is narrower than the bound', () => {
    const { factor, from, to } = compareWeeks(weekOf(), weekOf());
    expect(from).toBeLessThan(factor);
    expect(to).toBeGreaterThan(factor);
    expect(from).toBeLessThan(1);
    expect(to).toBeGreaterThan(1);
    expect(to - from).toBeLessThan(0.4);
    expect(factor).toBeGreaterThan(0.9);
    expect(factor).toBeLessThan(1.1);
  });

  test('has grown when the aged deliveries are slower', () => {
    const { factor, from } = compareWeeks(weekOf(), weekOf({ aged: 1.5 }));
    expect(factor).toBeGreaterThan(1.3);
    expect(from).toBeGreaterThan(1.1);
  });

  test('has not grown when the machine is slower', () => {
    const { factor } = compareWeeks(weekOf(), weekOf({ aged: 2, fresh: 2 }));
    expect(factor).toBeGreaterThan(0.9);
    expect(factor).toBeLessThan(1.1);
  });

  test('does not depend on two days at which the machine was busy', () => {
    const busy = [dayOf({ aged: 9, fresh: 3 }), dayOf({ aged: 9, fresh: 3 })];
    const { factor } = compareWeeks(weekOf(), [...busy, ...weekOf().slice(2)]);
    expect(factor).toBeLessThan(1.1);
  });

  test('is the same for the same deliveries, and has a wide interval for few', () => {
    const [first, last] = [weekOf({ count: 20 }), weekOf({ count: 20 })];
    const growth = compareWeeks(first, last);
    expect(compareWeeks(first, last)).toEqual(growth);
    expect(growth.to - growth.from).toBeGreaterThan(0.2);
  });
});
