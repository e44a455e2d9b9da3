import { describe, expect, it } from '@jest/globals';
import { takeBeginning } from '../../../src/http/validation/take-beginning.js';

const list = (length: number, item: unknown): unknown[] => Array.from({ length }, () => item);

function countValues(value: unknown): number {
  const inside = Array.isArray(value) ? value.map(countValues) : [];
  return inside.reduce((sum, count) => sum + count, 1);
}

describe('the beginning of a large body', () => {
  it('has the first hundred items of a list', () => {
    expect(takeBeginning(list(101, 1))).toEqual(list(100, 1));
  });

  it('has about 20,000 values, if its lists are nested', () => {
    const count = countValues(takeBeginning(list(100, list(100, list(100, 1)))));
    expect(count).toBeGreaterThanOrEqual(20_000);
    expect(count).toBeLessThan(20_010);
  });
});
