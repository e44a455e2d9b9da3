import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readPause } from '@parley/core/administration';
import { type Database, openDatabase } from '@parley/database';
import { createTestDatabase, type SilentProxy, startSilentProxy, type TestDatabase } from '@parley/testkit';
import { Registry } from 'prom-client';
import { observeStoredFiles } from '../../src/metrics/file-metrics.js';
import { observePartitions } from '../../src/metrics/partition-metrics.js';
import { observeQueue } from '../../src/metrics/queue-metrics.js';
import { serveMetrics } from '../../src/metrics/serve-metrics.js';
import { createWorkerMetrics } from '../../src/metrics/worker-metrics.js';

let testDatabase: TestDatabase;
let proxy: SilentProxy;
let database: Database;
const registry = new Registry();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  proxy = await startSilentProxy(testDatabase.url);
  database = openDatabase({ url: proxy.url, poolSize: 8 });
  // A statement on an open connection waits longer than the opening of a connection.
  await Promise.all(Array.from({ length: 8 }, () => database.pool.query('select pg_sleep(0.1)')));
  createWorkerMetrics(registry).countDeliveries('succeeded', 3);
  observeQueue(registry, database);
  observePartitions(registry, { database, now: () => new Date() });
  observeStoredFiles(registry, database);
});
afterAll(async () => {
  await proxy?.close();
  await database?.close();
  await testDatabase?.close();
});

test('/readyz responds within the time of a probe while the database does not, and probes share a connection', async () => {
  const findObstacle = async () => (await readPause(database))?.reason;
  const server = await serveMetrics(registry, { port: 0, findObstacle });
  const probe = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    return [response.status, await response.text()];
  };
  try {
    expect(await probe()).toEqual([200, '{"success":true}']);
    proxy.swallow();
    const begun = performance.now();
    const unavailable = [503, '{"success":false,"error":"the database is unavailable"}'];
    expect(await Promise.all([probe(), probe(), probe()])).toEqual(Array(3).fill(unavailable));
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(database.pool.totalCount - database.pool.idleCount).toBe(1);
  } finally {
    await server.close();
  }
}, 60_000);

describe('the metrics while the database does not respond', () => {
  test('are shown before a scrape of Prometheus ends, and scrapes do not use up the connections', async () => {
    proxy.swallow();
    const begun = performance.now();
    for (let scrape = 0; scrape < 2; scrape += 1) {
      const text = await registry.metrics();
      expect(text).toContain('parley_database_up 0\n');
      expect(text).toContain('parley_deliveries_total{outcome="succeeded"} 3\n');
      expect(text).not.toMatch(/^parley_(?:queue|dead|partition|stored)/m);
    }
    expect(performance.now() - begun).toBeLessThan(2 * 9_000);
    expect(database.pool.waitingCount).toBe(0);
  }, 60_000);
});
