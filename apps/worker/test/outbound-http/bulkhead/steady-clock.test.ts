import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createEndpointBulkhead } from '../../../src/outbound-http/bulkhead/endpoint-bulkhead.js';
import { createOutboundCalls } from '../../../src/outbound-http/bulkhead/outbound-calls.js';

const endpoint = { tenant: 'anna', key: 'anna:1' };

/** Exists before the bulkhead, which may keep the function. */
let clock: jest.SpiedFunction<typeof Date.now>;

beforeEach(() => {
  clock = jest.spyOn(Date, 'now');
});

afterEach(() => clock.mockRestore());

function setClockBack(): void {
  clock.mockReturnValue(Date.now() - 3_600_000);
}

/** Creates a bulkhead, and opens the circuit of the endpoint for this time. */
function openCircuit(firstOpenMs: number) {
  const bulkhead = createEndpointBulkhead({ failuresToOpen: 1, firstOpenMs, maxOpenMs: firstOpenMs });
  const admission = bulkhead.tryAcquire(endpoint);
  if (admission.kind === 'admitted') admission.release('failing');
  expect(bulkhead.countOpen()).toBe(1);
  return bulkhead;
}

test('a circuit does not stay open longer when the system clock is set back', () => {
  const bulkhead = openCircuit(0);
  setClockBack();
  expect(bulkhead.tryAcquire(endpoint).kind).toBe('admitted');
});

test('a rejected call is tried again after the open time, whatever the system clock shows', async () => {
  const bulkhead = openCircuit(60_000);
  setClockBack();
  const now = new Date('2026-11-14T09:30:00.000Z');
  const calls = createOutboundCalls({
    tenant: endpoint.tenant,
    bulkhead,
    now: () => now,
    releaseSlot: () => {},
  });
  const call = await calls.call(
    endpoint.key,
    () => Promise.reject(new Error('not called')),
    () => 'failing',
  );
  if (call.kind === 'completed') throw new Error('The circuit is open');
  const waitMs = call.retryAt.getTime() - now.getTime();
  expect(waitMs).toBeGreaterThan(50_000);
  expect(waitMs).toBeLessThanOrEqual(60_100);
});
