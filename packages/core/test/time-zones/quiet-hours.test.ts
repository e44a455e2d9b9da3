import { describe, expect, test } from '@jest/globals';
import { findQuietEnd } from '../../src/time-zones/quiet-hours.js';

const night = { from: '21:00', to: '08:00' };
const noon = { from: '12:00', to: '14:00' };

function endOf(hours: { from: string; to: string }, timeZone: string, at: string): string | undefined {
  return findQuietEnd(hours, timeZone, new Date(at))?.toISOString();
}

describe('findQuietEnd', () => {
  test.each([
    ['before midnight', night, '2026-11-17T22:30:00Z', '2026-11-18T07:00:00.000Z'],
    ['after midnight', night, '2026-11-17T03:00:00Z', '2026-11-17T07:00:00.000Z'],
    ['at the start', night, '2026-11-17T20:00:00Z', '2026-11-18T07:00:00.000Z'],
    ['a minute before the start', night, '2026-11-17T19:59:59Z', undefined],
    ['at the end', night, '2026-11-17T07:00:00Z', undefined],
    ['within a day', noon, '2026-11-17T11:30:00Z', '2026-11-17T13:00:00.000Z'],
    ['outside of a day', noon, '2026-11-17T13:00:00Z', undefined],
    ['when the clock is set forward', night, '2027-03-27T22:00:00Z', '2027-03-28T06:00:00.000Z'],
    ['when the clock is set back', night, '2026-10-24T22:00:00Z', '2026-10-25T07:00:00.000Z'],
  ])('%s', (_, hours, at, expected) => {
    expect(endOf(hours, 'Europe/Berlin', at)).toBe(expected);
  });

  test('an end that the clock skips is moved forward, and of an end that comes twice the first one counts', () => {
    const early = { from: '21:00', to: '02:30' };
    expect(endOf(early, 'Europe/Berlin', '2027-03-27T23:00:00Z')).toBe('2027-03-28T01:30:00.000Z');
    expect(endOf(early, 'Europe/Berlin', '2026-10-25T00:15:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(endOf(early, 'Europe/Berlin', '2026-10-25T01:15:00Z')).toBeUndefined();
  });
});
