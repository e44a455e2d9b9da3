import { describe, expect, test } from '@jest/globals';
import { formatterOf } from '../../src/time-zones/local-time.js';
import { isTimeZone } from '../../src/time-zones/time-zone.js';

describe('isTimeZone', () => {
  test.each([
    'UTC',
    'Europe/Berlin',
    'europe/berlin',
    'America/Port-au-Prince',
    'Etc/GMT+1',
    'Asia/Calcutta',
  ])('accepts %s, also the second time', (name) => {
    expect([isTimeZone(name), isTimeZone(name)]).toEqual([true, true]);
  });

  test.each(['', '+02:00', '-05', 'Mars/Olympus', 'Europe/Berlin ', 'Asia/\u212Aarachi'])(
    'refuses %p, also the second time',
    (name) => {
      expect(isTimeZone('Asia/Karachi')).toBe(true);
      expect([isTimeZone(name), isTimeZone(name)]).toEqual([false, false]);
    },
  );

  test('creates one formatter for a zone, however its name is written', () => {
    const formatter = formatterOf('Europe/Berlin');
    expect(isTimeZone('EUROPE/berlin')).toBe(true);
    expect(formatterOf('europe/BERLIN')).toBe(formatter);
  });
});
