import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { recordRetryMs, recordWithRetry } from '../../src/jobs/record-with-retry.js';

const logger = pino({ level: 'silent' });

describe('recording an outcome', () => {
  test('is retried while the database is unavailable, and returns what was recorded', async () => {
    let attempts = 0;
    const recorded = recordWithRetry(logger, async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('Connection terminated unexpectedly');
      return 'recorded';
    });
    expect(await recorded).toBe('recorded');
    expect(attempts).toBe(3);
  });

  test('pauses for less than 20 seconds in all, so that leases outlast it', () => {
    expect(recordRetryMs).toBe(100 + 400 + 1_600 + 6_400 + 10_000);
  });
});
