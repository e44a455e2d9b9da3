import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from '../src/http/retry-after.js';

const now = new Date('2026-11-14T09:30:00.000Z');

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 14 Nov 2026 09:30:07 GMT', 7000],
    ['Sat, 14 Nov 2026 09:29:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    ['99999999999999999999', undefined],
    [undefined, undefined],
  ])('%p is a wait of %p ms', (header, wait) => {
    expect(retryAfterMs(header, now)).toBe(wait);
  });
});
