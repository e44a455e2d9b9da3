import { describe, expect, it } from '@jest/globals';
import { createTestBulkhead, failed, responded } from './create-test-bulkhead.js';

describe('the concurrency limit of an endpoint', () => {
  it('admits attempts up to the limit of each endpoint, and another one for each that ends', () => {
    const { admit, rejectedForMs } = createTestBulkhead({ maxInFlight: 3 });

    const entries = [admit('a'), admit('a'), admit('a')];
    expect(rejectedForMs('a')).toBeGreaterThan(0);
    admit('b');

    entries[0]?.end(responded(200));
    admit('a');
    expect(rejectedForMs('a')).toBeGreaterThan(0);
  });

  it('counts an attempt that ends twice only once', () => {
    const { admit, rejectedForMs } = createTestBulkhead({ maxInFlight: 2, failuresToOpen: 2 });
    const first = admit();
    admit();

    first.end(failed('timeout'));
    first.end(failed('timeout'));

    admit();
    expect(rejectedForMs()).toBeGreaterThan(0);
  });

  it('spreads the retries of rejected attempts instead of setting them all to one instant', () => {
    const { clock, admit, rejectedForMs } = createTestBulkhead({ maxInFlight: 2 });
    admit();
    admit();
    clock.nowMs += 10_000;

    const waits = Array.from({ length: 8 }, () => rejectedForMs());

    // Two requests run at a time and each takes ten seconds, so on average one ends every five seconds.
    expect(waits).toEqual([50, 5_050, 10_050, 15_050, 20_050, 25_050, 30_050, 35_050]);
  });

  it('sets no retry later than after fifteen minutes, and spreads those of a larger backlog over that time', () => {
    const { clock, admit, rejectedForMs } = createTestBulkhead({ maxInFlight: 2 });
    admit();
    admit();
    clock.nowMs += 10_000;

    const waits = Array.from({ length: 1_800 }, () => rejectedForMs());

    const instants = new Map<number, number>();
    for (const wait of waits) instants.set(wait, (instants.get(wait) ?? 0) + 1);
    // One every five seconds, as in a small backlog.
    expect(instants.size).toBe(180);
    expect(Math.max(...waits)).toBe(895_050);
    expect(new Set(instants.values())).toEqual(new Set([10]));
  });

  it('leaves capacity for one more endpoint, however many hang', () => {
    const { bulkhead, admit } = createTestBulkhead({ maxInFlight: 16, maxTotal: 170 });
    const admitted = Array.from({ length: 20 }, (_, index) => {
      let count = 0;
      while (bulkhead.tryAcquire({ tenant: 'tenant', key: `hanging-${index}` }).kind === 'admitted')
        count += 1;
      return count;
    });

    // The first endpoint uses its full share, and each later endpoint gets less.
    expect([admitted[0], admitted[1], admitted[19]]).toEqual([15, 13, 2]);
    admit('healthy');
  });

  it('admits nothing when the total limit is reached, until an attempt ends', () => {
    const { admit, rejectedForMs } = createTestBulkhead({ maxTotal: 2 });
    const first = admit('a');
    admit('b');
    expect(rejectedForMs('c')).toBe(50);

    first.end(responded(200));
    admit('c');
  });

  it('sets the retries early for a fast endpoint', () => {
    const { clock, admit, rejectedForMs } = createTestBulkhead({ maxInFlight: 1 });
    for (let count = 0; count < 100; count += 1) {
      const entry = admit();
      clock.nowMs += 5;
      entry.end(responded(200));
    }
    admit();

    const waits = Array.from({ length: 10 }, () => rejectedForMs());

    expect(waits[0]).toBe(50);
    expect(waits[9]).toBeLessThan(50 + 9 * 6);
  });
});

describe('the state of the bulkhead', () => {
  it('drops endpoints that are healthy and idle, and keeps the others', () => {
    const { clock, bulkhead, admit, rejectedForMs } = createTestBulkhead({ failuresToOpen: 1 });
    admit('broken').end(failed('timeout'));
    admit('busy');

    for (let count = 0; count < 10_000; count += 1) admit(`healthy-${count}`).end(responded(200));

    expect(bulkhead.size).toBeLessThanOrEqual(1_002);
    expect(rejectedForMs('broken')).toBeGreaterThan(0);
    clock.nowMs += 3_600_000;
    for (let count = 0; count < 2_000; count += 1) admit(`healthy-${count}`).end(responded(200));
    admit('broken').end(failed('timeout'));
    expect(rejectedForMs('broken')).toBeLessThan(10_000);
  });
});
