import { describe, expect, test } from '@jest/globals';
import {
  findNextOccurrence,
  planOccurrences,
  type Recurrence,
} from '../../src/recurrence/find-next-occurrence.js';

interface Rule {
  readonly timeZone: string;
  readonly rule: string;
  readonly from: string;
}

function recurrenceOf({ timeZone, rule, from }: Rule): Recurrence {
  return { rules: [rule], startsAt: new Date(from), isStartChosen: false, timeZone };
}

/** Returns the first occurrences of a rule, as instants. */
function occurrencesOf(rule: Rule, most: number): string[] {
  const recurrence = recurrenceOf(rule);
  const found: string[] = [];
  let at = planOccurrences(recurrence, recurrence.startsAt)?.firstOccurrenceAt ?? null;
  while (at !== null && found.length < most) {
    found.push(at.toISOString());
    at = findNextOccurrence(recurrence, at);
  }
  return found;
}

const atNine = 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0';
const atHalfPastTwo = 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0';
const atHalfPastOne = 'FREQ=DAILY;BYHOUR=1;BYMINUTE=30;BYSECOND=0';

describe('a rule with a time zone', () => {
  test.each([
    [
      'keeps its local time when the clock changes: Europe/Berlin, forward',
      { timeZone: 'Europe/Berlin', rule: atNine, from: '2027-03-26T12:00:00Z' },
      ['2027-03-27T08:00:00.000Z', '2027-03-28T07:00:00.000Z', '2027-03-29T07:00:00.000Z'],
    ],
    [
      'keeps its local time when the clock changes: Europe/Berlin, back',
      { timeZone: 'Europe/Berlin', rule: atNine, from: '2026-10-23T12:00:00Z' },
      ['2026-10-24T07:00:00.000Z', '2026-10-25T08:00:00.000Z', '2026-10-26T08:00:00.000Z'],
    ],
    [
      'keeps its local time when the clock changes: America/New_York, forward',
      { timeZone: 'America/New_York', rule: atNine, from: '2027-03-12T20:00:00Z' },
      ['2027-03-13T14:00:00.000Z', '2027-03-14T13:00:00.000Z', '2027-03-15T13:00:00.000Z'],
    ],
    [
      'keeps its local time when the clock changes: America/New_York, back',
      { timeZone: 'America/New_York', rule: atNine, from: '2026-10-30T20:00:00Z' },
      ['2026-10-31T13:00:00.000Z', '2026-11-01T14:00:00.000Z', '2026-11-02T14:00:00.000Z'],
    ],
    [
      'a local time in the gap is moved forward (Berlin)',
      { timeZone: 'Europe/Berlin', rule: atHalfPastTwo, from: '2027-03-27T00:00:00Z' },
      ['2027-03-27T01:30:00.000Z', '2027-03-28T01:30:00.000Z', '2027-03-29T00:30:00.000Z'],
    ],
    [
      'a local time in the gap is moved forward (New York)',
      { timeZone: 'America/New_York', rule: atHalfPastTwo, from: '2027-03-13T00:00:00Z' },
      ['2027-03-13T07:30:00.000Z', '2027-03-14T07:30:00.000Z', '2027-03-15T06:30:00.000Z'],
    ],
    [
      'a local time that comes twice occurs once, the first time (Berlin)',
      { timeZone: 'Europe/Berlin', rule: atHalfPastTwo, from: '2026-10-24T00:00:00Z' },
      ['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    ],
    [
      'a local time that comes twice occurs once, the first time (New York)',
      { timeZone: 'America/New_York', rule: atHalfPastOne, from: '2026-10-31T00:00:00Z' },
      ['2026-10-31T05:30:00.000Z', '2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z'],
    ],
  ])('%s', (_, rule, expected) => {
    expect(occurrencesOf(rule, 3)).toEqual(expected);
  });

  test('an hourly rule never goes back; an hour that comes twice counts once', () => {
    const hourly = { timeZone: 'Europe/Berlin', rule: 'FREQ=HOURLY', from: '2026-10-24T22:15:00Z' };
    expect(occurrencesOf(hourly, 5)).toEqual([
      '2026-10-24T22:15:00.000Z',
      '2026-10-24T23:15:00.000Z',
      '2026-10-25T00:15:00.000Z',
      '2026-10-25T02:15:00.000Z',
      '2026-10-25T03:15:00.000Z',
    ]);
  });

  test('a search that starts in the second of the hours that come twice finds a later time', () => {
    const rule = { timeZone: 'Europe/Berlin', rule: atHalfPastTwo, from: '2026-10-25T01:15:00Z' };
    expect(occurrencesOf(rule, 1)).toEqual(['2026-10-26T01:30:00.000Z']);
  });

  test('weekdays are those of the zone', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=1;BYMINUTE=0;BYSECOND=0';
    const monday = { timeZone: 'Asia/Tokyo', rule, from: '2026-11-14T09:30:00Z' };
    expect(occurrencesOf(monday, 2)).toEqual(['2026-11-15T16:00:00.000Z', '2026-11-22T16:00:00.000Z']);
  });

  test('COUNT counts across a change, from any time on', () => {
    const counted = { timeZone: 'Europe/Berlin', rule: 'FREQ=DAILY;COUNT=3', from: '2026-10-24T07:00:00Z' };
    expect(occurrencesOf(counted, 9)).toEqual([
      '2026-10-24T07:00:00.000Z',
      '2026-10-25T08:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
    ]);
    expect(findNextOccurrence(recurrenceOf(counted), new Date('2027-10-26T08:00:00Z'))).toBeNull();
  });

  test('UNTIL is an instant, and without a time the end of the day in the zone', () => {
    const last = (until: string) =>
      occurrencesOf(
        { timeZone: 'America/New_York', rule: `${atNine};UNTIL=${until}`, from: '2026-11-14T20:00:00Z' },
        99,
      ).at(-1);
    expect(last('20261117T140000Z')).toBe('2026-11-17T14:00:00.000Z');
    expect(last('20261117T135959Z')).toBe('2026-11-16T14:00:00.000Z');
    expect(last('20261117')).toBe('2026-11-17T14:00:00.000Z');
  });

  test('years of history take no more time', () => {
    const old = recurrenceOf({
      timeZone: 'Europe/Berlin',
      rule: 'FREQ=HOURLY',
      from: '2000-01-01T00:15:00Z',
    });
    const next = findNextOccurrence(old, new Date('2026-11-17T12:00:00Z'), 100_000);
    expect(next?.toISOString()).toBe('2026-11-17T12:15:00.000Z');
  });
});
