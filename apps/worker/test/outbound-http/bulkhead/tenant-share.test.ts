import { describe, expect, it } from '@jest/globals';
import type { Admission } from '../../../src/outbound-http/bulkhead/admission.js';
import {
  createEndpointBulkhead,
  type EndpointBulkhead,
} from '../../../src/outbound-http/bulkhead/endpoint-bulkhead.js';

const limits = { maxInFlight: 16, maxTotal: 170, maxQueuedMs: 60_000 };

type Admitted = Extract<Admission, { kind: 'admitted' }>;

/** Makes requests of a tenant to sixty endpoints until none is admitted any more. */
function fill(bulkhead: EndpointBulkhead, tenant: string): Admitted[] {
  const admitted: Admitted[] = [];
  for (let key = 0; key < 60; key += 1) {
    for (;;) {
      const admission = bulkhead.tryAcquire({ tenant, key: `${tenant}-${key}` });
      if (admission.kind === 'rejected') break;
      admitted.push(admission);
    }
  }
  return admitted;
}

describe('the share of a tenant', () => {
  it('is three quarters of the capacity while it is alone, however many of its endpoints hang', () => {
    const bulkhead = createEndpointBulkhead(limits);
    expect(fill(bulkhead, 'busy')).toHaveLength(128);
    expect(bulkhead.tryAcquire({ tenant: 'small', key: 'a' }).kind).toBe('admitted');
  });

  it.each([170, 1_000])(
    'leaves room for the next tenant, although fifty tenants hang (limit %d)',
    (maxTotal) => {
      const bulkhead = createEndpointBulkhead({ ...limits, maxTotal });
      const shares = Array.from({ length: 50 }, (_, index) => fill(bulkhead, `tenant-${index}`).length);
      expect(shares[0]).toBeLessThanOrEqual(Math.ceil(maxTotal * 0.75));
      expect(Math.min(...shares)).toBeGreaterThan(0);
      expect(shares.at(-1)).toBe(1);
    },
  );

  it('ends when twice the capacity is used', () => {
    const bulkhead = createEndpointBulkhead({ ...limits, maxTotal: 10 });
    const shares = Array.from({ length: 50 }, (_, index) => fill(bulkhead, `tenant-${index}`).length);
    expect(shares.reduce((sum, share) => sum + share)).toBe(20);
  });

  it('becomes smaller as requests end, until tenants with equal work have equal shares', () => {
    const bulkhead = createEndpointBulkhead(limits);
    const running = { first: fill(bulkhead, 'first'), second: fill(bulkhead, 'second') };
    for (let round = 0; round < 200; round += 1) {
      for (const tenant of ['first', 'second'] as const) {
        running[tenant].shift()?.release('healthy');
        running[tenant].push(...fill(bulkhead, tenant));
      }
    }
    expect(Math.abs(running.first.length - running.second.length)).toBeLessThanOrEqual(2);
    expect(running.first.length).toBeGreaterThan(60);
  });
});

describe('a request that waits', () => {
  it('is admitted when a request of another tenant to another endpoint ends', async () => {
    const bulkhead = createEndpointBulkhead({ ...limits, maxTotal: 1 });
    const [running] = fill(bulkhead, 'busy');
    fill(bulkhead, 'hanging');
    const waiting = bulkhead.acquire({ tenant: 'small', key: 'a' });
    running?.release('healthy');
    expect((await waiting).kind).toBe('admitted');
  });

  it('is admitted before the second one that waits for a busy endpoint', async () => {
    const bulkhead = createEndpointBulkhead({ ...limits, maxTotal: 1 });
    const [running] = fill(bulkhead, 'busy');
    fill(bulkhead, 'hanging');
    const order: string[] = [];
    const waitFor = async (tenant: string, key: string) => {
      const admission = await bulkhead.acquire({ tenant, key });
      order.push(tenant);
      if (admission.kind === 'admitted') admission.release('healthy');
    };
    const all = [waitFor('busy', 'busy-0'), waitFor('busy', 'busy-0'), waitFor('small', 'a')];
    running?.release('healthy');
    await Promise.all(all);
    expect(order).toEqual(['busy', 'small', 'busy']);
  });
});
