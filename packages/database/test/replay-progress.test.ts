import { describe, expect, test } from '@jest/globals';
import { ReplayProgress } from '../src/replica/replay-progress.js';

describe('the progress of a replica', () => {
  test('is unknown until the replica has reached a position of the primary', () => {
    const progress = new ReplayProgress(0);
    progress.record({ atMs: 10, flushed: 100n, replayed: 99n });
    expect(progress.isKnown).toBe(false);
    expect(progress.hasReplayed(1n)).toBe(false);
    progress.record({ atMs: 20, flushed: 200n, replayed: 100n });
    expect(progress.isKnown).toBe(true);
    expect(progress.hasReplayed(100n)).toBe(true);
    expect(progress.hasReplayed(101n)).toBe(false);
  });

  test('its lag is the age of the newest position of the primary that it has replayed', () => {
    const progress = new ReplayProgress(0);
    progress.record({ atMs: 10, flushed: 100n, replayed: 100n });
    progress.record({ atMs: 20, flushed: 200n, replayed: 150n });
    progress.record({ atMs: 30, flushed: 300n, replayed: 250n });
    expect(progress.lagMs(40)).toBe(20);
  });

  test('it is not behind a primary that writes nothing', () => {
    const progress = new ReplayProgress(0);
    progress.record({ atMs: 10, flushed: 100n, replayed: 100n });
    progress.record({ atMs: 90_000, flushed: 100n, replayed: 100n });
    expect(progress.lagMs(90_010)).toBe(10);
  });

  test('after a loss, it counts again once it has reached a later position of the primary', () => {
    const progress = new ReplayProgress(0);
    progress.record({ atMs: 10, flushed: 100n, replayed: 100n });
    progress.forget();
    expect(progress.hasReplayed(50n)).toBe(false);
    progress.record({ atMs: 20, flushed: 200n, replayed: 150n });
    expect(progress.isKnown).toBe(false);
    expect(progress.lagMs(30)).toBe(20);
    progress.record({ atMs: 30, flushed: 210n, replayed: 210n });
    expect(progress.hasReplayed(210n)).toBe(true);
  });

  test('a replica that stands still keeps its lag exact enough, and its memory bounded', () => {
    const progress = new ReplayProgress(0);
    progress.record({ atMs: 0, flushed: 1n, replayed: 1n });
    for (let second = 1; second <= 5_000; second += 1)
      progress.record({ atMs: second, flushed: BigInt(second + 1), replayed: 1n });
    expect(progress.lagMs(5_000)).toBe(5_000);
    progress.record({ atMs: 5_001, flushed: 5_002n, replayed: 5_002n });
    // The marks after the first two thousand are missing, so the lag is estimated too high.
    expect(progress.lagMs(5_001)).toBeGreaterThan(0);
    progress.record({ atMs: 5_002, flushed: 5_002n, replayed: 5_002n });
    expect(progress.lagMs(5_002)).toBe(0);
  });
});
