import { describe, expect, it } from '@jest/globals';
import type { Admission } from '../../../src/outbound-http/bulkhead/admission.js';
import {
  type BulkheadOptions,
  createEndpointBulkhead,
} from '../../../src/outbound-http/bulkhead/endpoint-bulkhead.js';
import type { EndpointHealth } from '../../../src/outbound-http/outcome/endpoint-health.js';

function createQueue(options: BulkheadOptions) {
  const bulkhead = createEndpointBulkhead({ maxQueuedMs: 60_000, ...options });
  const acquire = (): Admission => bulkhead.tryAcquire('a');
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
      const entry = await bulkhead.acquire('a');
      order.push(name);
      release(entry);
    });
    release(first);
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
    expect(await bulkhead.acquire('a')).toMatchObject({ kind: 'admitted' });
  });

  it('rejects an attempt when it is full', async () => {
    const { bulkhead, acquire, release } = createQueue({ maxInFlight: 1, maxQueued: 1 });
    const first = acquire();
    const queued = bulkhead.acquire('a');
    expect(await bulkhead.acquire('a')).toMatchObject({ kind: 'rejected' });
    release(first);
    release(await queued);
  });

  it('rejects an attempt that has waited too long, and then accepts others again', async () => {
    const { bulkhead, acquire } = createQueue({ maxInFlight: 1, maxQueued: 1, maxQueuedMs: 5 });
    acquire();
    expect(await bulkhead.acquire('a')).toMatchObject({ kind: 'rejected' });
    expect(await bulkhead.acquire('a')).toMatchObject({ kind: 'rejected' });
  });

  it('rejects all waiting attempts when the circuit opens', async () => {
    const { bulkhead, acquire, release } = createQueue({ maxInFlight: 1, failuresToOpen: 1 });
    const first = acquire();
    const queued = [bulkhead.acquire('a'), bulkhead.acquire('a')];
    release(first, 'failing');
    for (const entry of await Promise.all(queued)) expect(entry).toMatchObject({ kind: 'rejected' });
    expect(await bulkhead.acquire('a')).toMatchObject({ kind: 'rejected' });
  });

  it('rejects all waiting and all new attempts once the bulkhead is closed', async () => {
    const { bulkhead, acquire } = createQueue({ maxInFlight: 1 });
    acquire();
    const queued = bulkhead.acquire('a');
    bulkhead.close();
    expect(await queued).toMatchObject({ kind: 'rejected' });
    expect(await bulkhead.acquire('b')).toMatchObject({ kind: 'rejected' });
  });
});
