import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitUntil } from '../../../src/wait-until.js';

interface ManyLinesThatAreNotInTheCompiledFile {
  readonly one: string;
  readonly two: string;
}

jest.setTimeout(200);

it('fails where the source says', () => {
  const value: ManyLinesThatAreNotInTheCompiledFile = { one: '1', two: '2' };
  expect(value).toEqual({ one: '1', two: '3' });
});

it('does not wait forever', () => new Promise(() => undefined));

it('fails by a rejection that nobody handles', async () => {
  void Promise.reject(new Error('nobody handles this'));
  await new Promise((resolve) => setImmediate(resolve));
});

describe('with a beforeAll that throws', () => {
  beforeAll(() => {
    throw new Error('no set-up');
  });
  it('does not pass', () => undefined);
});

it('waits for nothing', () => waitUntil(() => 'nothing' in globalThis));
