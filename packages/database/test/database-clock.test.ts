import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import {
  type Database,
  type LocalPostgres,
  observeClock,
  openDatabase,
  startDatabaseClock,
} from '../src/index.js';
import { waitFor } from '../src/local/wait-for.js';
import { startTemporaryServer } from './support/temporary-server.js';

let server: LocalPostgres;
let database: Database;

beforeAll(async () => {
  server = await startTemporaryServer();
  database = openDatabase({ url: server.url, poolSize: 1 });
});

afterAll(async () => {
  await database.close();
  await server.stop();
});

async function readDatabaseTime(): Promise<number> {
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now.getTime() ?? 0;
}

describe('the clock of the database', () => {
  test.each([30_000, -30_000])(
    'is used by a process whose own clock is off by %i ms, and the metric shows it',
    async (skewMs) => {
      const clock = await startDatabaseClock(database.pool, { systemNow: () => Date.now() + skewMs });
      const before = await readDatabaseTime();
      const seen = clock.now().getTime();
      const after = await readDatabaseTime();
      expect(seen).toBeGreaterThan(before - 1_000);
      expect(seen).toBeLessThan(after + 1_000);
      const registry = new Registry();
      observeClock(registry, clock);
      const [, shown] = /^parley_clock_skew_seconds (\S+)$/m.exec(await registry.metrics()) ?? [];
      expect(Math.abs(Number(shown) - skewMs / 1_000)).toBeLessThan(1);
      await clock.stop();
    },
  );

  test('does not follow a step of the system clock, and never goes backwards', async () => {
    let offset = 0;
    const clock = await startDatabaseClock(database.pool, {
      systemNow: () => Date.now() + offset,
      intervalMs: 5,
    });
    const first = clock.now();
    offset = -3_600_000;
    for (let last = first.getTime(), reads = 0; reads < 200; reads += 1) {
      const next = clock.now().getTime();
      expect(next).toBeGreaterThanOrEqual(last);
      expect(next - last).toBeLessThan(10_000);
      last = next;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(Math.abs(clock.skewMs() + 3_600_000)).toBeLessThan(1_000);
    await clock.stop();
  });

  test('goes on while the database does not respond, and reports that', async () => {
    const failures: unknown[] = [];
    const other = openDatabase({ url: server.url, poolSize: 1 });
    const clock = await startDatabaseClock(other.pool, {
      intervalMs: 5,
      onFailed: (error) => failures.push(error),
    });
    await other.close();
    await waitFor('a failed reading', 10_000, async () => failures.length > 0);
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(10_000);
    await clock.stop();
  });
});
