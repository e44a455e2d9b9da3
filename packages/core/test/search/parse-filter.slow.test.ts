import { describe, expect, test } from '@jest/globals';
import { parseFilter } from '../../src/search/parse-filter.js';
import { fields } from './automation-fields.js';

describe('a filter', () => {
  test.each([
    '('.repeat(2_000),
    '"'.repeat(1_999),
    '\\'.repeat(2_000),
    `"${'\\'.repeat(1_998)}`,
    ' '.repeat(2_000),
  ])('of hostile shape is parsed quickly', (text) => {
    const before = process.cpuUsage();
    try {
      parseFilter(text, fields);
    } catch {
      // An error is fine; only the time counts.
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
