import { expect, test } from '@jest/globals';
import { requestOnce } from '../../../src/outbound-http/bulkhead/admission.js';
import { createEndpointBulkhead } from '../../../src/outbound-http/bulkhead/endpoint-bulkhead.js';

test('a request that throws releases its admission, and says nothing about the endpoint', async () => {
  const bulkhead = createEndpointBulkhead({ maxInFlight: 1, failuresToOpen: 1 });
  const endpoint = { tenant: 'anna', key: 'anna:1' };
  const fail = () => Promise.reject(new Error('on purpose'));
  for (const _ of [1, 2]) {
    const admission = bulkhead.tryAcquire(endpoint);
    if (admission.kind !== 'admitted') throw new Error('The endpoint has no request in flight');
    await expect(requestOnce(admission, fail, () => 'healthy')).rejects.toThrow('on purpose');
  }
  expect(bulkhead.countOpen()).toBe(0);
});
