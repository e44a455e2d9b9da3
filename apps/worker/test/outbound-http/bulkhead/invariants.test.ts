import { describe, expect, it } from '@jest/globals';
import { endpointHealthOf } from '../../../src/outbound-http/outcome/endpoint-health.js';
import type { RequestOutcome } from '../../../src/outbound-http/outcome/request-outcome.js';
import { type AdmittedAttempt, createTestBulkhead, failed, responded } from './create-test-bulkhead.js';

describe('the invariants of the bulkhead', () => {
  const limits = { maxInFlight: 4, failuresToOpen: 3, firstOpenMs: 1_000, maxOpenMs: 8_000 };
  const keys = ['healthy', 'flaky', 'dead'];

  it.each([1, 2, 3, 4, 5])(
    'limits hold, rejections end and one endpoint does not delay another (seed %d)',
    (seed) => {
      const random = randomFrom(seed);
      const { clock, bulkhead } = createTestBulkhead(limits);
      const running = new Map(keys.map((key) => [key, [] as AdmittedAttempt[]]));
      const waits: { key: string; retryAtMs: number; waitMs: number }[] = [];
      let mostRunning = 0;

      for (let step = 0; step < 20_000; step += 1) {
        clock.nowMs += Math.floor(random() * 40);
        for (const [key, entries] of running) {
          const admission = bulkhead.tryAcquire({ tenant: 'tenant', key });
          if (admission.kind === 'admitted') {
            entries.push({ end: (outcome) => admission.release(endpointHealthOf(outcome)) });
          } else waits.push({ key, retryAtMs: clock.nowMs + admission.waitMs, waitMs: admission.waitMs });
          mostRunning = Math.max(mostRunning, entries.length);
          if (key === 'healthy' || random() < 0.5) entries.shift()?.end(outcomeOf(key, random));
        }
      }

      expect(mostRunning).toBe(4);
      expect(Math.min(...waits.map(({ waitMs }) => waitMs))).toBeGreaterThan(0);
      const instants = waits.filter(({ key }) => key === 'dead').map(({ retryAtMs }) => retryAtMs);
      expect(new Set(instants).size).toBe(instants.length);
      expect(waits.filter(({ key }) => key === 'healthy')).toEqual([]);
      expect(waits.filter(({ key }) => key === 'dead').length).toBeGreaterThan(19_000);

      for (const [key, entries] of running) for (const entry of entries) entry.end(outcomeOf(key, random));
      clock.nowMs += 8_000;
      for (const key of keys) expect(bulkhead.tryAcquire({ tenant: 'tenant', key }).kind).toBe('admitted');
    },
  );
});

function outcomeOf(key: string, random: () => number): RequestOutcome {
  if (key === 'healthy') return responded(200);
  if (key === 'dead') return failed('timeout');
  return random() < 0.5 ? responded(200) : responded(500);
}

/** Returns the generator of Park and Miller: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
