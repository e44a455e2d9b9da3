import { describe, expect, test } from '@jest/globals';
import { parseWorkerConfig } from '../../src/index.js';

describe('the settings of the worker', () => {
  test('have defaults that allow no private address', () => {
    expect(parseWorkerConfig({})).toEqual({
      databaseUrl: undefined,
      dataDir: '.data',
      rowSecurity: 'off',
      filesStore: 'postgres',
      objectStorage: undefined,
      poolSize: 10,
      slowStatementMs: 500,
      webhookAllowedCidrs: undefined,
      providerAllowedHosts: undefined,
      metricsToken: undefined,
      validateResponses: 'off',
      logLevel: 'info',
      workerConcurrency: 10,
      countsUsage: true,
      usageFlushMs: 60_000,
      publicUrl: 'http://localhost:3000',
      workerPort: undefined,
      taskGroups: [
        'deliveries',
        'messages',
        'media',
        'automations',
        'campaigns',
        'chats',
        'contacts',
        'files',
        'maintenance',
      ],
    });
  });

  test('that are invalid are all named in one line', () => {
    const env = { WORKER_CONCURRENCY: '0', WORKER_PORT: 'http', WEBHOOK_ALLOWED_CIDRS: '10.0.0.0' };
    expect(() => parseWorkerConfig(env)).toThrow(
      /^Bad configuration: (?=.*WEBHOOK_ALLOWED_CIDRS)(?=.*WORKER_CONCURRENCY)(?=.*WORKER_PORT)[^\n]+$/,
    );
  });

  test('name each group of tasks once', () => {
    const { taskGroups } = parseWorkerConfig({ WORKER_TASKS: 'messages, deliveries,messages' });
    expect(taskGroups).toEqual(['messages', 'deliveries']);
  });

  test('that name an unknown group of tasks are refused with the known ones', () => {
    expect(() => parseWorkerConfig({ WORKER_TASKS: 'deliveries,mesages,,jobs' })).toThrow(
      'Bad configuration: WORKER_TASKS must be one or more of deliveries, messages, media, automations, campaigns, ' +
        'chats, contacts, files, maintenance, separated by commas, not "mesages, , jobs".',
    );
  });
});
