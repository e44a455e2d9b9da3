import { describe, expect, it } from '@jest/globals';
import { nextAttemptAt } from '../../src/webhooks/retry-schedule.js';

const now = new Date('2026-11-14T09:30:00.000Z');
const middle = () => 0.5;
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

function delayMs(attemptCount: number, afterMs?: number, random = middle): number | null {
  const verdict = { kind: 'retry', ...(afterMs !== undefined && { afterMs }) } as const;
  const next = nextAttemptAt({ attemptCount, now, verdict, random });
  return next && next.getTime() - now.getTime();
}

describe('nextAttemptAt', () => {
  const schedule: [number, number][] = [
    [1, 5 * second],
    [2, 5 * minute],
    [3, 30 * minute],
    [4, 2 * hour],
    [5, 5 * hour],
    [6, 10 * hour],
    [7, 14 * hour],
    [8, 20 * hour],
    [9, 24 * hour],
  ];

  it.each(schedule)(
    'after attempt %d waits %d ms, randomly up to 20 %% less or more',
    (attemptCount, expectedMs) => {
      expect(delayMs(attemptCount)).toBe(expectedMs);
      expect(delayMs(attemptCount, undefined, () => 0)).toBe(expectedMs * 0.8);
      expect(delayMs(attemptCount, undefined, () => 1)).toBe(expectedMs * 1.2);
    },
  );

  it('uses Math.random by default', () => {
    const at = () => nextAttemptAt({ attemptCount: 9, now, verdict: { kind: 'retry' } })?.getTime();

    expect(new Set(Array.from({ length: 20 }, at)).size).toBeGreaterThan(1);
  });

  it('ends after the tenth attempt, whatever the receiver requests', () => {
    expect(delayMs(10)).toBeNull();
    expect(delayMs(10, 5_000)).toBeNull();
    expect(delayMs(11)).toBeNull();
  });

  it.each([{ kind: 'succeeded' }, { kind: 'gone' }] as const)(
    'ends when the delivery has $kind',
    (verdict) => {
      expect(nextAttemptAt({ attemptCount: 1, now, verdict, random: middle })).toBeNull();
    },
  );

  it('waits at least as long as the receiver requests, but at most a day', () => {
    expect(delayMs(1, 60 * second)).toBe(60 * second);
    expect(delayMs(2, 60 * second)).toBe(5 * minute);
    expect(delayMs(1, 24 * hour)).toBe(24 * hour);
    expect(delayMs(1, 25 * hour)).toBe(24 * hour);
    expect(delayMs(1, Number.MAX_SAFE_INTEGER)).toBe(24 * hour);
    expect(delayMs(9, 25 * hour, () => 1)).toBe(28.8 * hour);
  });
});
