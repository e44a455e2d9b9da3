import { describe, expect, test } from '@jest/globals';
import { toInstant, toLocal } from '../../src/time-zones/local-time.js';

function instantOf(timeZone: string, local: string): string {
  return toInstant(timeZone, new Date(`${local}Z`)).toISOString();
}

describe('toInstant', () => {
  test.each([
    ['in winter', 'Europe/Berlin', '2026-12-01T09:00:00', '2026-12-01T08:00:00.000Z'],
    ['in summer', 'Europe/Berlin', '2026-07-01T09:00:00', '2026-07-01T07:00:00.000Z'],
    ['before the gap', 'Europe/Berlin', '2027-03-28T01:59:59', '2027-03-28T00:59:59.000Z'],
    ['in the gap', 'Europe/Berlin', '2027-03-28T02:30:00', '2027-03-28T01:30:00.000Z'],
    ['after the gap', 'Europe/Berlin', '2027-03-28T03:00:00', '2027-03-28T01:00:00.000Z'],
    ['that comes twice', 'Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
    ['after the time that comes twice', 'Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
    ['in the gap', 'America/New_York', '2027-03-14T02:30:00', '2027-03-14T07:30:00.000Z'],
    ['that comes twice', 'America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00.000Z'],
    ['with half an hour', 'Asia/Kolkata', '2026-12-01T09:00:00', '2026-12-01T03:30:00.000Z'],
    ['in UTC', 'UTC', '2026-12-01T09:00:00', '2026-12-01T09:00:00.000Z'],
    ['on a day that was skipped', 'Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T22:00:00.000Z'],
  ])('returns a time %s (%s)', (_, timeZone, local, expected) => {
    expect(instantOf(timeZone, local)).toBe(expected);
  });

  test('is the inverse of toLocal, except for the second one of the times that come twice', () => {
    const hours = Array.from({ length: 24 * 366 }, (_, hour) => new Date(Date.UTC(2026, 0, 1, hour, 15)));
    for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Tokyo']) {
      const others = hours.filter(
        (at) => toInstant(timeZone, toLocal(timeZone, at)).getTime() !== at.getTime(),
      );
      expect(others.length).toBe(timeZone === 'Asia/Tokyo' ? 0 : 1);
    }
  });
});

test('toLocal keeps milliseconds, also before 1970', () => {
  expect(toLocal('Europe/Berlin', new Date('2026-07-01T07:00:00.123Z')).toISOString()).toBe(
    '2026-07-01T09:00:00.123Z',
  );
  expect(toLocal('UTC', new Date('1969-12-31T23:59:59.250Z')).toISOString()).toBe('1969-12-31T23:59:59.250Z');
});
