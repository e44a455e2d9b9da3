import { describe, expect, test } from '@jest/globals';
import { createEndpointBulkhead } from '../../../src/outbound-http/bulkhead/endpoint-bulkhead.js';

/** Fills the share of a tenant, and lets callers of a hundred other endpoints of it wait. */
async function createFullTenant(maxQueuedMs?: number) {
  const reads = { count: 0 };
  const now = () => {
    reads.count += 1;
    return 0;
  };
  const bulkhead = createEndpointBulkhead({
    now,
    maxTotal: 8,
    ...(maxQueuedMs !== undefined && { maxQueuedMs }),
  });
  const admitted = Array.from({ length: 20 }, (_, at) => bulkhead.tryAcquire(endpointOf('busy', at)));
  const waiting = Array.from({ length: 100 }, (_, at) => bulkhead.acquire(endpointOf('busy', 100 + at)));
  const other = bulkhead.tryAcquire(endpointOf('other', 0));
  const release = (one: (typeof admitted)[number] | undefined) => {
    if (one?.kind !== 'admitted') throw new Error('The request was not admitted');
    reads.count = 0;
    one.release('healthy');
    return reads.count;
  };
  return {
    bulkhead,
    admitted,
    waiting,
    releaseOther: () => release(other),
    releaseOwn: () => release(admitted[0]),
  };
}

const endpointOf = (tenant: string, at: number) => ({ tenant, key: `${tenant}:${at}` });

describe('the end of a request', () => {
  test('reads none of the waiting endpoints of a tenant that has no room', async () => {
    const { bulkhead, waiting, releaseOther } = await createFullTenant();
    // The clock is read for each endpoint.
    expect(releaseOther()).toBeLessThan(5);
    bulkhead.close();
    for (const admission of await Promise.all(waiting)) expect(admission.kind).toBe('rejected');
  });

  test('admits a waiting caller of the tenant when it has room', async () => {
    const { bulkhead, waiting, releaseOwn } = await createFullTenant();
    releaseOwn();
    expect((await waiting[0])?.kind).toBe('admitted');
    bulkhead.close();
    await Promise.all(waiting);
  });

  test('reads no endpoint whose callers have waited for too long', async () => {
    const { waiting, releaseOwn } = await createFullTenant(10);
    await Promise.all(waiting);
    expect(releaseOwn()).toBeLessThan(5);
  });
});
