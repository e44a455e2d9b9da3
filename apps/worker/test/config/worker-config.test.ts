import { describe, expect, test } from '@jest/globals';
import { parseWorkerConfig } from '../../src/index.js';

describe('the settings of the worker', () => {
  test('have defaults that allow no private address', () => {
    expect(parseWorkerConfig({})).toEqual({
      databaseUrl: undefined,
      dataDir: '.data',
      filesStore: 'postgres',
      objectStorage: undefined,
      poolSize: 10,
      webhookAllowedCidrs: undefined,
      providerAllowedHosts: undefined,
      metricsToken: undefined,
      validateResponses: 'off',
      logLevel: 'info',
      workerConcurrency: 10,
      publicUrl: 'http://localhost:3000',
      workerPort: undefined,
    });
  });

  test('that are invalid are all named in one line', () => {
    const env = { WORKER_CONCURRENCY: '0', WORKER_PORT: 'http', WEBHOOK_ALLOWED_CIDRS: '10.0.0.0' };
    expect(() => parseWorkerConfig(env)).toThrow(
      /^Bad configuration: (?=.*WEBHOOK_ALLOWED_CIDRS)(?=.*WORKER_CONCURRENCY)(?=.*WORKER_PORT)[^\n]+$/,
    );
  });
});
