import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { observeClock, openDatabase, startDatabaseClock } from '../src/index.js';

const target = useTestDatabase();

// The steady clock of this process stands still unless a test advances it.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

async function readDatabaseTime(): Promise<number> {
  const { rows } = await target.database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now.getTime() ?? 0;
}

describe('the clock of the database', () => {
  test.each([30_000, -30_000])(
    'is used by a process whose own clock is off by %i ms, and the metric shows it',
    async (skewMs) => {
      const before = await readDatabaseTime();
      const clock = await startDatabaseClock(target.database.pool, { systemNow: () => before + skewMs });
      const after = await readDatabaseTime();
      const seen = clock.now().getTime();
      // The clock of the database can be set back a little meanwhile.
      expect(seen).toBeGreaterThanOrEqual(before - 5_000);
      expect(seen).toBeLessThanOrEqual(after + 5_000);
      const registry = new Registry();
      observeClock(registry, clock);
      const [, shown] = /^parley_clock_skew_seconds (\S+)$/m.exec(await registry.metrics()) ?? [];
      // The time of the database has microseconds, and a date does not.
      expect(Math.abs(Number(shown) * 1_000 - (before + skewMs - seen))).toBeLessThanOrEqual(1);
      await clock.stop();
    },
  );

  test('does not follow a step of the system clock, and never goes backwards', async () => {
    let systemMs = 0;
    const options = { systemNow: () => systemMs, intervalMs: 1_000 };
    const clock = await startDatabaseClock(target.database.pool, options);
    const first = clock.now().getTime();
    systemMs = first - 3_600_000;
    expect(clock.now().getTime()).toBe(first);
    expect(Math.abs(clock.skewMs() + 3_600_000)).toBeLessThanOrEqual(1);
    await jest.advanceTimersByTimeAsync(999);
    const last = clock.now().getTime();
    expect(last).toBe(first + 999);
    // The next reading shows less, since only the steady clock of this process was advanced.
    await jest.advanceTimersByTimeAsync(1);
    await clock.stop();
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(last);
  });

  test('goes on while the database does not respond, and reports that', async () => {
    const failures: unknown[] = [];
    const other = openDatabase({ url: target.url, poolSize: 1 });
    const clock = await startDatabaseClock(other.pool, {
      intervalMs: 5,
      onFailed: (error) => failures.push(error),
    });
    const first = clock.now().getTime();
    await other.close();
    await jest.advanceTimersByTimeAsync(5);
    expect(failures).toHaveLength(1);
    expect(clock.now().getTime()).toBe(first + 5);
    await clock.stop();
  });
});
