import { describe, expect, test } from '@jest/globals';
import {
  findNextOccurrence,
  planOccurrences,
  type Recurrence,
} from '../../src/recurrence/find-next-occurrence.js';

const startsAt = new Date('2026-11-14T09:30:00.250Z'); // a Saturday

function recurrence(rules: string[], values: Partial<Recurrence> = {}): Recurrence {
  return { rules, startsAt, isStartChosen: true, ...values };
}

const findFirstOccurrence = (subject: Recurrence) =>
  planOccurrences(subject, subject.startsAt)?.firstOccurrenceAt;

/** Returns the occurrences after the start, at most `most`. */
function following(subject: Recurrence, most = 10): string[] {
  const found: string[] = [];
  for (let at: Date | null = subject.startsAt; found.length < most; ) {
    at = findNextOccurrence(subject, at);
    if (at === null) break;
    found.push(at.toISOString());
  }
  return found;
}

describe('the first occurrence', () => {
  test('is the chosen date, whatever the rules say, or the start when there are no rules', () => {
    expect(findFirstOccurrence(recurrence(['FREQ=WEEKLY;BYDAY=MO']))).toEqual(startsAt);
    expect(findFirstOccurrence(recurrence([], { isStartChosen: false }))).toEqual(startsAt);
  });

  test('is the first that matches a rule when no date was chosen', () => {
    const first = (...rules: string[]) =>
      findFirstOccurrence(recurrence(rules, { isStartChosen: false }))?.toISOString();
    expect(first('FREQ=DAILY')).toBe('2026-11-14T09:30:00.000Z');
    expect(first('FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0')).toBe('2026-11-16T09:00:00.000Z');
    expect(first('FREQ=WEEKLY;BYDAY=WE', 'FREQ=WEEKLY;BYDAY=TU')).toBe('2026-11-17T09:30:00.000Z');
    expect(first('FREQ=DAILY;UNTIL=20201231T000000Z')).toBeUndefined();
  });
});

describe('the next occurrence', () => {
  test('COUNT counts the start, which the library omits when it does not match the rule', () => {
    expect(following(recurrence(['FREQ=WEEKLY;COUNT=3']))).toEqual([
      '2026-11-21T09:30:00.000Z',
      '2026-11-28T09:30:00.000Z',
    ]);
    expect(following(recurrence(['FREQ=WEEKLY;COUNT=3;BYDAY=MO']))).toEqual([
      '2026-11-16T09:30:00.000Z',
      '2026-11-23T09:30:00.000Z',
    ]);
    expect(following(recurrence(['FREQ=WEEKLY;COUNT=1;BYDAY=MO']))).toEqual([]);
  });

  test('UNTIL is inclusive; without a time it includes the whole day', () => {
    const last = (rule: string) => following(recurrence([rule])).at(-1);
    expect(last('FREQ=DAILY;UNTIL=20261117T093000Z')).toBe('2026-11-17T09:30:00.000Z');
    expect(last('FREQ=DAILY;UNTIL=20261117T092959Z')).toBe('2026-11-16T09:30:00.000Z');
    expect(last('FREQ=DAILY;UNTIL=20261117')).toBe('2026-11-17T09:30:00.000Z');
    expect(last('freq=daily;until=20261117')).toBe('2026-11-17T09:30:00.000Z');
  });

  test('of several rules is the earliest; a moment that two rules share counts once', () => {
    expect(following(recurrence(['FREQ=DAILY;INTERVAL=2', 'RRULE:FREQ=DAILY;INTERVAL=3']), 4)).toEqual([
      '2026-11-16T09:30:00.000Z',
      '2026-11-17T09:30:00.000Z',
      '2026-11-18T09:30:00.000Z',
      '2026-11-20T09:30:00.000Z',
    ]);
  });

  test('the hours of a day come in order and once each, in whatever order the rule lists them', () => {
    expect(following(recurrence(['FREQ=DAILY;BYHOUR=15,9,15;COUNT=5']))).toEqual([
      '2026-11-14T15:30:00.000Z',
      '2026-11-15T09:30:00.000Z',
      '2026-11-15T15:30:00.000Z',
      '2026-11-16T09:30:00.000Z',
    ]);
  });

  test('without rules there is none', () => {
    expect(findNextOccurrence(recurrence([]), startsAt)).toBeNull();
  });

  // Skipping a long history must not shift the occurrences.
  test.each([
    'FREQ=HOURLY;INTERVAL=5',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
    'FREQ=DAILY;INTERVAL=2;COUNT=60',
    'FREQ=WEEKLY;BYDAY=MO,FR;COUNT=60',
    'FREQ=DAILY;BYHOUR=9,15;BYMINUTE=0,30',
  ])('of %s continues in the same rhythm', (rule) => {
    const subject = recurrence([rule]);
    const walked = following(subject, 40);
    const skipped = walked.slice(0, -1).map((at) => findNextOccurrence(subject, new Date(at))?.toISOString());
    expect(skipped).toEqual(walked.slice(1));
    const between = new Date(Date.parse(walked[20] ?? '') + 1);
    expect(findNextOccurrence(subject, between)?.toISOString()).toBe(walked[21]);
  });

  test.each([
    // 2100 is not a leap year.
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00Z'],
    ['FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00Z'],
    ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', '2072-03-01T00:00:00Z', '2112-02-29T00:00:00Z'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', '2072-03-01T00:00:00Z', '2112-02-29T00:00:00Z'],
    ['FREQ=DAILY;INTERVAL=20000', '2026-11-14T00:00:00Z', '2081-08-17T00:00:00Z'],
  ])('%s comes after %s on %s', (rule, start, expected) => {
    const subject = recurrence([rule], { startsAt: new Date(start) });
    expect(findNextOccurrence(subject, new Date(start))).toEqual(new Date(expected));
  });

  test('of a rule that began years ago is found at once, with a count too', () => {
    const start = { startsAt: new Date('2025-11-14T00:00:30Z') };
    const after = new Date('2026-11-14T09:30:00Z');
    const asks = (rule: string) => findNextOccurrence(recurrence([rule], start), after);
    expect(asks('FREQ=HOURLY')).toEqual(new Date('2026-11-14T10:00:30Z'));
    expect(asks('FREQ=HOURLY;COUNT=10000')).toEqual(new Date('2026-11-14T10:00:30Z'));
    // The first occurrence, the hours of a year (8,760), and the ten hours after it.
    expect(asks('FREQ=HOURLY;COUNT=8771')).toEqual(new Date('2026-11-14T10:00:30Z'));
    expect(asks('FREQ=HOURLY;COUNT=8770')).toBeNull();
    expect(asks('FREQ=DAILY;BYHOUR=0,12;COUNT=732')).toEqual(new Date('2026-11-14T12:00:30Z'));
    expect(asks('FREQ=DAILY;BYHOUR=0,12;COUNT=731')).toBeNull();
  });
});
