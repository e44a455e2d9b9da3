import { describe, expect, it } from '@jest/globals';
import type { Admission } from '../../../src/outbound-http/bulkhead/admission.js';
import {
  type BulkheadOptions,
  createEndpointBulkhead,
} from '../../../src/outbound-http/bulkhead/endpoint-bulkhead.js';
import type { EndpointHealth } from '../../../src/outbound-http/outcome/endpoint-health.js';

const endpoint = { tenant: 'tenant', key: 'a' };

function createQueue(options: BulkheadOptions) {
  const bulkhead = createEndpointBulkhead({ maxQueuedMs: 60_000, ...options });
  const acquire = (): Admission => bulkhead.tryAcquire(endpoint);
  const release = (admission: Admission | undefined, health: EndpointHealth = 'healthy') => {
    if (admission?.kind !== 'admitted') throw new Error('It was rejected.');
    admission.release(health);
  };
  return { bulkhead, acquire, release };
}

describe('the wait queue of an endpoint at its concurrency limit', () => {
  it('admits the waiting attempts in their order, as others end', async () => {
    const { bulkhead, acquire, release } = createQueue({ maxInFlight: 1 });
    const order: string[] = [];
    const first = acquire();
    const waiting = ['second', 'third'].map(async (name) => {
      const entry = await bulkhead.acquire(endpoint);
      order.push(name);
      release(entry);
    });
    release(first);
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
    expect(await bulkhead.acquire(endpoint)).toMatchObject({ kind: 'admitted' });
  });

  it('rejects an attempt when it is full', async () => {
    const { bulkhead, acquire, release } = createQueue({ maxInFlight: 1, maxQueued: 1 });
    const first = acquire();
    const queued = bulkhead.acquire(endpoint);
    expect(await bulkhead.acquire(endpoint)).toMatchObject({ kind: 'rejected' });
    release(first);
    release(await queued);
  });

  it('rejects an attempt that has waited too long, and then accepts others again', async () => {
    const { bulkhead, acquire } = createQueue({ maxInFlight: 1, maxQueued: 1, maxQueuedMs: 5 });
    acquire();
    expect(await bulkhead.acquire(endpoint)).toMatchObject({ kind: 'rejected' });
    expect(await bulkhead.acquire(endpoint)).toMatchObject({ kind: 'rejected' });
  });

  it('rejects all waiting attempts when the circuit opens', async () => {
    const { bulkhead, acquire, release } = createQueue({ maxInFlight: 1, failuresToOpen: 1 });
    const first = acquire();
    const queued = [bulkhead.acquire(endpoint), bulkhead.acquire(endpoint)];
    release(first, 'failing');
    for (const entry of await Promise.all(queued)) expect(entry).toMatchObject({ kind: 'rejected' });
    expect(await bulkhead.acquire(endpoint)).toMatchObject({ kind: 'rejected' });
  });

  it('rejects all waiting and all new attempts once the bulkhead is closed', async () => {
    const { bulkhead, acquire } = createQueue({ maxInFlight: 1 });
    acquire();
    const queued = bulkhead.acquire(endpoint);
    bulkhead.close();
    expect(await queued).toMatchObject({ kind: 'rejected' });
    expect(await bulkhead.acquire({ tenant: 'tenant', key: 'b' })).toMatchObject({ kind: 'rejected' });
  });
});
