import { describe, expect, test } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { serveMetrics } from '../../src/metrics/serve-metrics.js';

describe('the port of a worker that runs alone', () => {
  test('shows its health and its metrics, and nothing else', async () => {
    const registry = new Registry();
    new Gauge({ name: 'jobs', help: 'Jobs that wait.', registers: [registry] }).set(42);
    const server = await serveMetrics(registry, 0);
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
      return [response.status, await response.text()];
    };
    try {
      expect(await get('/healthz')).toEqual([200, '{"success":true}']);
      expect(await get('/metrics')).toEqual([200, expect.stringContaining('jobs 42')]);
      expect(await get('/elsewhere')).toEqual([404, '']);
    } finally {
      await server.close();
    }
  });
});
