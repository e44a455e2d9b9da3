import { afterAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '@parley/database';
import { Registry } from 'prom-client';
import { observeQueue } from '../../src/metrics/queue-metrics.js';
import { createWorkerMetrics } from '../../src/metrics/worker-metrics.js';

// The discard port: nobody listens there.
const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none' });

afterAll(() => database.close());

describe('the metrics while the database is unavailable', () => {
  test('report it, omit the gauges of the queue, and show all others', async () => {
    const registry = new Registry();
    createWorkerMetrics(registry).countDeliveries('succeeded', 3);
    observeQueue(registry, database);
    const text = await registry.metrics();
    expect(text).toContain('parley_database_up 0\n');
    expect(text).toContain('parley_deliveries_total{outcome="succeeded"} 3\n');
    expect(text).not.toMatch(/^parley_(?:queue|dead)/m);
  });
});
