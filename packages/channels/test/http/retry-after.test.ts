import { describe, expect, it } from '@jest/globals';
import { parseRetryAfter } from '../../src/http/retry-after.js';

describe('Retry-After', () => {
  const nowMs = Date.parse('1994-11-06T08:49:00.000Z');

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sun, 06 Nov 1994 08:48:37 GMT', 0],
  ])('%p is %d ms', (value, expectedMs) => expect(parseRetryAfter(value, nowMs)).toBe(expectedMs));

  it.each(['', '-5', '1.5', '5s', 'soon', '1994-11-06', 'Sun, later', 'Infinity', '0x10', '1e3'])(
    '%p is not valid',
    (value) => expect(parseRetryAfter(value, nowMs)).toBeUndefined(),
  );
});
