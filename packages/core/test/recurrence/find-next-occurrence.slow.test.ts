import { describe, expect, test } from '@jest/globals';
import { findNextOccurrence } from '../../src/recurrence/find-next-occurrence.js';

const startsAt = new Date('2026-11-14T09:30:00.250Z');

describe('the next occurrence', () => {
  test.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
    'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=5',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;INTERVAL=999999',
  ])('%s never occurs, which is found with little work', (rule) => {
    const startedAt = process.cpuUsage();
    expect(findNextOccurrence({ rules: [rule], startsAt, isStartChosen: true }, startsAt)).toBeNull();
    // Searching up to the year 9999 takes many times as long.
    expect(process.cpuUsage(startedAt).user).toBeLessThan(1_000_000);
  });
});
