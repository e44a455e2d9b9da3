import { describe, expect, test } from '@jest/globals';
import { describeFigures, hasPassed } from '../../src/production/describe-figures.js';

const within = { name: 'failed requests', measured: 0, atMost: 0 };
const beyond = { name: 'lost events', measured: 1, atMost: 0 };

describe('the figures of a run', () => {
  test('are a table with measured value, bound and verdict; a figure without a bound has no verdict', () => {
    const results = [
      { name: 'drain', figures: [{ name: 'requests', measured: 12 }, within] },
      { name: 'latency', figures: [{ name: 'reading', measured: 1.234, unit: '×', atMost: 1.5 }, beyond] },
      { name: 'story', figures: [], problem: 'did not end' },
    ];
    expect(describeFigures(results)).toEqual([
      'scenario  figure           measured  bound     verdict',
      'drain     requests         12',
      'drain     failed requests  0         ≤ 0       ok',
      'latency   reading          1.23 ×    ≤ 1.50 ×  ok',
      'latency   lost events      1         ≤ 0       MISSED',
      'story FAILED: did not end',
    ]);
  });

  test.each([
    ['within its bound', { figures: [within] }, true],
    ['above its bound', { figures: [within, beyond] }, false],
    ['not a number', { figures: [{ ...within, measured: Number.NaN }] }, false],
    ['missing, for a reason', { figures: [], problem: 'did not end' }, false],
  ])('%s: passed is %s', (_, result, expected) => {
    expect(hasPassed({ name: 'drain', ...result })).toBe(expected);
  });
});
