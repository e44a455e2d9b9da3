import { describe, expect, test } from '@jest/globals';
import { v2 as v2Contract, v3 as v3Contract } from '@parley/contract/operations';
import { kindOf } from '../../../src/http/reads/read-operations.js';

const [v2, v3] = [Object.values(v2Contract.operations), Object.values(v3Contract.operations)];

describe('which operations may read from a replica', () => {
  test('each operation of v3 that reads by its method or its path is listed', () => {
    const reads = v3.filter(({ method, path }) => method === 'get' || path.endsWith('/search'));
    expect(reads.filter((operation) => kindOf(operation) === 'write')).toEqual([]);
    const unlisted = reads.filter(({ operationId }) => kindOf({ operationId, method: 'post' }) === 'write');
    expect(unlisted.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('an operation with an idempotency key, or one that adds jobs, is a write', () => {
    const writes = [...v2, ...v3].filter(({ idempotent, addsJobs }) => idempotent || addsJobs);
    expect(writes.length).toBeGreaterThan(10);
    expect(writes.filter((operation) => kindOf(operation) !== 'write')).toEqual([]);
  });

  test('no operation on webhooks, deliveries or the workspace may lag, and no operation of v2', () => {
    const current = [...v3.filter(({ path }) => /^\/(?:api_webhooks|workspace)/.test(path)), ...v2];
    const lagging = current.filter(
      ({ operationId, method }) => kindOf({ operationId, method }) === 'may lag',
    );
    expect(lagging.map(({ operationId }) => operationId)).toEqual([]);
  });
});
