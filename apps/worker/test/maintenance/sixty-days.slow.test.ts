import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '@parley/testkit/hooks';
import { type SimulatedDays, simulateDays } from '@parley/testkit/lifecycle';

describe('sixty days with 50 events each', () => {
  const [aged, fresh] = [useTestDatabase(), useTestDatabase()];
  let simulated: SimulatedDays;

  beforeAll(async () => {
    simulated = await simulateDays({ aged, fresh, days: 60, eventsPerDay: 50, probesPerDay: 2 });
  }, 240_000);

  test('the partitions of the first four weeks are dropped, and four weeks are ahead', () => {
    // The first drop is on day 37, the last on day 58.
    expect(simulated.partitions).toEqual({ made: 39, dropped: 12, left: 27 });
  });

  test('the size on disk grows until the first data is removed, and not afterwards', () => {
    const { bytes } = simulated;
    const full = bytes[35] ?? 0;
    expect(full).toBeGreaterThan(2 * (bytes[6] ?? 0));
    for (const later of bytes.slice(36)) expect(later).toBeLessThanOrEqual(1.1 * full);
  });

  test('no row is older than the retention of its workspace', () => {
    expect(simulated.expired).toEqual({});
    const { removed } = simulated;
    // The events of the workspace with a shorter retention, and 30 days of all other data, were removed one by one.
    expect(removed.events).toBe(5 * 53);
    expect(removed).toMatchObject({
      messages: 6 * 30,
      automationRuns: 6 * 30,
      campaignSends: 6 * 30,
    });
    expect(removed['idempotency keys']).toBeGreaterThanOrEqual(6 * 58);
    expect(removed.deadJobs).toBeGreaterThanOrEqual(2 * 29);
  });

  test('deliveries arrive in the first and in the last week', () => {
    for (const week of [simulated.firstWeek, simulated.lastWeek]) {
      expect(week.map(({ aged }) => aged.length)).toEqual([2, 2, 2, 2, 2, 2, 2]);
    }
  });
});
