import { describe, expect, test } from '@jest/globals';
import { boundedRead } from '../src/index.js';

describe('a bounded read', () => {
  test('returns undefined when the read takes longer, and the value once the same read has ended', async () => {
    let end: (value: string) => void = () => undefined;
    let reads = 0;
    const read = boundedRead(
      () => {
        reads += 1;
        return new Promise<string>((resolve) => {
          end = resolve;
        });
      },
      { freshMs: 60_000, waitMs: 10 },
    );
    expect(await Promise.all([read(), read()])).toEqual([undefined, undefined]);
    expect(await read()).toBeUndefined();
    end('late');
    expect(await read()).toBe('late');
    expect(reads).toBe(1);
  });

  test('returns undefined when the read fails, and reads again when that is no longer fresh', async () => {
    const outcomes = [Promise.reject(new Error('no connection')), Promise.resolve('value')];
    const read = boundedRead(() => outcomes.shift() ?? Promise.resolve('later'), { freshMs: 0 });
    expect([await read(), await read(), await read()]).toEqual([undefined, 'value', 'later']);
  });

  test('returns a fresh value again without a read', async () => {
    let reads = 0;
    const read = boundedRead(async () => ++reads, { freshMs: 60_000 });
    expect([await read(), await read()]).toEqual([1, 1]);
  });
});
