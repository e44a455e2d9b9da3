import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { recordRetryMs, recordWithRetry } from '../../src/jobs/record-with-retry.js';

const logger = pino({ level: 'silent' });

describe('recording an outcome', () => {
  test('is retried while the database is unavailable, and returns what was recorded', async () => {
    let attempts = 0;
    const recorded = recordWithRetry({ logger }, async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('Connection terminated unexpectedly');
      return 'recorded';
    });
    expect(await recorded).toBe('recorded');
    expect(attempts).toBe(3);
  });

  test.each([
    [false, 2],
    [true, 1],
  ])(
    'is retried after a lock timeout unless the caller has another way (%j)',
    async (endsAtLocks, expected) => {
      let attempts = 0;
      const recorded = recordWithRetry({ logger, endsAtLocks }, async () => {
        attempts += 1;
        if (attempts < 2)
          throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
        return 'recorded';
      });
      if (endsAtLocks) await expect(recorded).rejects.toThrow('lock timeout');
      else expect(await recorded).toBe('recorded');
      expect(attempts).toBe(expected);
    },
  );

  test('pauses for less than 20 seconds in all, so that leases outlast it', () => {
    expect(recordRetryMs).toBe(100 + 400 + 1_600 + 6_400 + 10_000);
  });
});
