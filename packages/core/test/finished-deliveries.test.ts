import { describe, expect, test } from '@jest/globals';
import { claimDeliveries, recordAttempts } from '../src/index.js';
import { failed, inAMinute, now, pileUp } from './delivery-queue.js';
import { findJobs } from './find-jobs.js';
import { useWorlds } from './use-worlds.js';

const { database } = useWorlds();

describe('an attempt of a delivery', () => {
  test('enqueues the next one only if the delivery is pending again', async () => {
    const { asked, webhookId } = await pileUp(database, 3);
    const claimed = asked();
    await claimDeliveries(database, claimed, { now, leaseMs: 60_000 });
    const statuses = ['succeeded', 'failed', 'pending'] as const;
    const attempts = failed(claimed, webhookId).map((attempt, index) => {
      const status = statuses[index] ?? 'pending';
      return { ...attempt, status, nextAttemptAt: status === 'pending' ? inAMinute : null };
    });
    await recordAttempts(database, attempts, { now });
    const jobs = await Promise.all(
      claimed.map(({ deliveryId }) => findJobs(database, 'deliver', deliveryId)),
    );
    expect(jobs.map(({ length }) => length)).toEqual([0, 0, 1]);
  });
});
