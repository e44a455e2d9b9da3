import { expect, test } from '@jest/globals';
import type { Operation } from '../../../src/http/contract/operation.js';
import { readIdempotency } from '../../../src/http/request/idempotency.js';

const operation: Operation = {
  operationId: 'upsertContacts',
  method: 'post',
  path: '/contacts/upsert',
  scopes: [],
  bodyLimitBytes: 10_485_760,
  idempotent: true,
  addsJobs: true,
};

const hash = async (body: unknown, bodyBytes: number) =>
  (await readIdempotency(operation, { key: 'one', params: { b: '2', a: '1' }, body, bodyBytes }))
    ?.requestHash;

test.each<[string, unknown]>([
  [
    'lists and fields',
    { b: [{ d: 1, c: [{ f: 'é', e: null }] }, 2, []], a: { y: 1, x: 'text' }, 2: 1, 10: 2 },
  ],
  ['empty lists and objects', { list: [], object: {} }],
  ['an empty body', {}],
])('the hash of a large body is that of a small one: %s', async (_, body) => {
  expect(await hash(body, 1_000_000)).toBe(await hash(body, 100));
});

test('the order of keys does not matter in a large body, and the order of items does', async () => {
  const one = await hash({ a: [{ b: 1, c: 2 }, 3], d: 4 }, 1_000_000);
  expect(await hash({ d: 4, a: [{ c: 2, b: 1 }, 3] }, 1_000_000)).toBe(one);
  expect(await hash({ a: [3, { b: 1, c: 2 }], d: 4 }, 1_000_000)).not.toBe(one);
});
