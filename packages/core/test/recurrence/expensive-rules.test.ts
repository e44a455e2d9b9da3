import { describe, expect, test } from '@jest/globals';
import { planTiming } from '../../src/campaigns/new-campaign.js';
import { findNextOccurrence, planOccurrences } from '../../src/recurrence/find-next-occurrence.js';
import { RuleThread } from '../../src/recurrence/rule-thread.js';
import { maxRuleWork, RuleTooExpensiveError, RuleWork } from '../../src/recurrence/rule-work.js';

const startsAt = new Date('2026-11-14T09:30:00.000Z');
const time = { tenantId: 'a', now: startsAt };
const isAccepted = (...rules: string[]) =>
  planOccurrences({ rules, startsAt, isStartChosen: true }, startsAt) !== undefined;

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).join(',');
const everyHour = numbers(0, 23);

describe('rules are bounded by their work', () => {
  test.each([
    ['a day and positions that never come', `FREQ=YEARLY;BYYEARDAY=1;BYSETPOS=${numbers(147, 366)}`],
    ['a count that takes centuries of days', 'FREQ=DAILY;COUNT=10000;BYMONTH=1'],
    ['Mondays for two centuries', 'FREQ=WEEKLY;COUNT=10000;BYDAY=MO'],
    ['weekdays for four decades', 'FREQ=DAILY;COUNT=10000;BYDAY=MO,TU,WE,TH,FR'],
  ])('%s are refused', async (_, rule) => {
    expect(isAccepted(rule)).toBe(false);
    expect((await planTiming({ recurrenceRules: [rule] }, time)).problems).toEqual([
      ['recurrenceRules', 'invalid_string', expect.stringContaining('take too much work')],
    ]);
  });

  test.each([
    ['every day, ten thousand times', 'FREQ=DAILY;COUNT=10000'],
    ['every hour, ten thousand times', 'FREQ=HOURLY;COUNT=10000'],
    ['weekdays for 27 years', 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20531231'],
    ['weekdays, a thousand times', 'FREQ=DAILY;COUNT=1000;BYDAY=MO,TU,WE,TH,FR'],
    ['Mondays for fifteen years', 'FREQ=WEEKLY;COUNT=780;BYDAY=MO'],
    ['every hour of a day, ten thousand times', `FREQ=DAILY;COUNT=10000;BYHOUR=${everyHour}`],
    ['the first Monday of each month for thirty years', 'FREQ=MONTHLY;COUNT=360;BYDAY=1MO'],
    ['Thanksgiving for forty years', 'FREQ=YEARLY;COUNT=40;BYMONTH=11;BYDAY=4TH'],
    ['29 February', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'],
    ['a Monday that is 29 February', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'],
    ['the last weekday of each month', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
    [
      'positions of which an hour has one',
      `FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYSETPOS=${numbers(1, 200)}`,
    ],
  ])('%s are accepted', (_, rule) => {
    expect(isAccepted(rule)).toBe(true);
  });

  test('the rules of a campaign share the work', () => {
    const rule = 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30,29;BYDAY=MO;BYHOUR=3';
    expect(isAccepted(rule)).toBe(true);
    expect(isAccepted(...Array<string>(10).fill(rule))).toBe(false);
  });

  test('a rule that started long ago is searched within the same bound', () => {
    const recurrence = {
      rules: ['FREQ=YEARLY;BYDAY=MO;BYHOUR=3'],
      startsAt: new Date('0001-01-01T00:00:00Z'),
      isStartChosen: true,
    };
    expect(planOccurrences(recurrence, startsAt)).toBeUndefined();
    expect(() => findNextOccurrence(recurrence, startsAt)).toThrow(RuleTooExpensiveError);
  });

  test('a search stops at the bound', () => {
    const work = new RuleWork();
    work.spend(maxRuleWork);
    expect(work.spent).toBe(maxRuleWork);
    expect(() => work.spend(1)).toThrow(RuleTooExpensiveError);
  });

  test('a position that no period reaches does not change the others', () => {
    const next = (positions: string) =>
      findNextOccurrence(
        { rules: [`FREQ=MONTHLY;BYDAY=MO;BYSETPOS=${positions}`], startsAt, isStartChosen: true },
        startsAt,
      );
    expect(next('1,300,1')).toEqual(next('1'));
    expect(next('300')).toBeNull();
  });

  test('a weekday on 29 February is found whenever it is next', () => {
    const rules = ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'];
    // 2100 has no 29 February, so forty years pass between two of these Mondays.
    const recurrence = { rules, startsAt: new Date('2072-03-01T00:00:00Z'), isStartChosen: true };
    expect(findNextOccurrence(recurrence, recurrence.startsAt)?.getUTCFullYear()).toBe(2112);
  });
});

describe('the event loop', () => {
  /** Returns in which order two things happen: the rule is computed, and the next turn of the event loop begins. */
  async function orderOf(rule: string): Promise<string[]> {
    const order: string[] = [];
    const nextTurn = new Promise<void>((resolve) =>
      setImmediate(() => {
        order.push('next turn');
        resolve();
      }),
    );
    const planning = planTiming({ recurrenceRules: [rule] }, time).then(() => order.push('rules'));
    await Promise.all([nextTurn, planning]);
    return order;
  }

  test('is not blocked while expensive rules are computed in a thread', async () => {
    expect(await orderOf('FREQ=DAILY;COUNT=10000;BYMONTH=1')).toEqual(['next turn', 'rules']);
  });

  test('computes simple rules itself, since that takes less time than a thread', async () => {
    expect(await orderOf('FREQ=WEEKLY;BYDAY=MO')).toEqual(['rules', 'next turn']);
  });

  test('gets the same occurrence from the thread, even for concurrent requests', async () => {
    const rules = ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', 'FREQ=WEEKLY;COUNT=780;BYDAY=MO'];
    const plans = await Promise.all(rules.map((rule) => planTiming({ recurrenceRules: [rule] }, time)));
    expect(plans.map(({ timing }) => timing?.firstOccurrenceAt)).toEqual(
      rules.map(
        (rule) =>
          planOccurrences({ rules: [rule], startsAt, isStartChosen: false }, startsAt)?.firstOccurrenceAt,
      ),
    );
  });
});

describe('the thread of expensive rules', () => {
  const recurrence = { rules: ['FREQ=DAILY;COUNT=10000;BYMONTH=1'], startsAt, isStartChosen: true };
  const request = { kind: 'plan', recurrence, at: startsAt } as const;

  test('serves tenants in turn, however many requests of one wait', async () => {
    const thread = new RuleThread({ waitMs: 60_000 });
    const order: string[] = [];
    const ask = (tenantId: string) => thread.ask(tenantId, request).then(() => order.push(tenantId));
    const busy = Array.from({ length: 15 }, () => ask('busy'));
    await ask('small');
    expect(order).toEqual(['busy', 'small']);
    await Promise.all(busy);
  });

  test('refuses a request that has waited too long, and serves the next one', async () => {
    const thread = new RuleThread({ waitMs: 1 });
    const [first, second] = await Promise.allSettled([thread.ask('a', request), thread.ask('b', request)]);
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(second).toMatchObject({ status: 'rejected', reason: { name: 'BulkWorkBusyError' } });
    expect(await thread.ask('b', request)).toEqual({ plan: undefined });
  });
});
