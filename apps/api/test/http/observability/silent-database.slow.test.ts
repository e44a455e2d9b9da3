import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@parley/database';
import { createTestDatabase, type SilentProxy, startSilentProxy, type TestDatabase } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { startTestApi, type TestApi } from '../support/start-test-api.js';

let testDatabase: TestDatabase;
let proxy: SilentProxy;
let database: Database;
let api: TestApi;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  proxy = await startSilentProxy(testDatabase.url);
  database = openDatabase({ url: proxy.url, poolSize: 4 });
  api = await startTestApi({ database });
});
afterAll(async () => {
  await api?.stop();
  await proxy?.close();
  await database?.close();
  await testDatabase?.close();
});

/** A scrape of Prometheus ends after ten seconds by default. */
const fetchInTime = (path: string) => fetch(`${api.url}${path}`, { signal: AbortSignal.timeout(9_000) });

describe('a database that accepts connections and does not respond', () => {
  it('is shown in the metrics before a scrape ends, and the process is not ready', async () => {
    expect(await (await fetchInTime('/metrics')).text()).toContain('parley_database_up 1\n');
    proxy.swallow();
    // The result of the probe is fresh for a moment.
    await waitUntil(async () => (await fetchInTime('/readyz')).status === 503);
    const scrapes = await Promise.all(Array.from({ length: 6 }, () => fetchInTime('/metrics')));
    for (const scrape of scrapes) expect(await scrape.text()).toContain('parley_database_up 0\n');
    expect(api.logs.filter(({ msg }) => msg === 'the database does not respond')).toHaveLength(1);
    expect(database.pool.totalCount - database.pool.idleCount).toBeLessThanOrEqual(2);
  }, 60_000);
});
