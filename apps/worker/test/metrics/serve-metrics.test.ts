import { describe, expect, test } from '@jest/globals';
import { testEncryptionKeys } from '@parley/testkit';
import { Gauge, Registry } from 'prom-client';
import { parseWorkerConfig } from '../../src/config/worker-config.js';
import { serveMetrics } from '../../src/metrics/serve-metrics.js';

describe('the port of a worker that runs alone', () => {
  test('shows its health and its metrics, and nothing else', async () => {
    const registry = new Registry();
    new Gauge({ name: 'jobs', help: 'Jobs that wait.', registers: [registry] }).set(42);
    let obstacle: string | undefined;
    const findObstacle = async () => obstacle;
    const server = await serveMetrics(registry, { port: 0, findObstacle });
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
      return [response.status, await response.text()];
    };
    try {
      expect(await get('/healthz')).toEqual([200, '{"success":true}']);
      expect(await get('/readyz')).toEqual([200, '{"success":true}']);
      obstacle = 'the workers are paused';
      expect(await get('/readyz')).toEqual([503, '{"success":false,"error":"the workers are paused"}']);
      expect(await get('/metrics')).toEqual([200, expect.stringContaining('jobs 42')]);
      expect(await get('/elsewhere')).toEqual([404, '']);
    } finally {
      await server.close();
    }
  });

  test('listens only on the address that HOST names', async () => {
    const { workerPort, host } = parseWorkerConfig({
      DATABASE_URL: 'postgres://parley@localhost/parley',
      ENCRYPTION_KEYS: testEncryptionKeys,
      HOST: '127.0.0.1',
      WORKER_PORT: '0',
    });
    const findObstacle = async () => undefined;
    const server = await serveMetrics(new Registry(), { port: workerPort ?? 0, host, findObstacle });
    expect(server.address).toBe('127.0.0.1');
    await server.close();
  });

  test('requires the token for the metrics, and shows the health to everybody', async () => {
    const token = 'a-token-of-the-operator';
    const server = await serveMetrics(new Registry(), {
      port: 0,
      token,
      findObstacle: async () => undefined,
    });
    const get = async (path: string, authorization?: string) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
      return [response.status, response.headers.get('www-authenticate')];
    };
    try {
      for (const wrong of [undefined, `Basic ${token}`, `Bearer ${token}x`, 'Bearer', 'Bearer  '])
        expect(await get('/metrics', wrong)).toEqual([401, 'Bearer realm="metrics"']);
      expect(await get('/metrics', `Bearer ${token}`)).toEqual([200, null]);
      expect(await get('/healthz')).toEqual([200, null]);
    } finally {
      await server.close();
    }
  });
});
