import { describe, expect, it } from '@jest/globals';
import { describePhases, findFailures } from '../../src/upgrade/describe-results.js';
import type { Phase } from '../../src/upgrade/load.js';

const phases: readonly Phase[] = [
  {
    name: 'previous release',
    requests: 3,
    failures: [],
    durationsMs: [5, 900, 7],
    beganAt: 0,
    endedAt: 5_250,
  },
  {
    name: 'replace api-1',
    requests: 1,
    failures: ['read: 502 '],
    durationsMs: [12],
    beganAt: 5_250,
    endedAt: 6_250,
  },
  { name: 'contract', requests: 0, failures: [], durationsMs: [], beganAt: 6_250 },
];

describe('the table of an upgrade', () => {
  it('has the figures of each step', () => {
    expect(describePhases(phases)).toEqual([
      'step              seconds  requests  failed  median ms  p99 ms  slowest ms',
      'previous release      5.3         3       0          7     900         900',
      'replace api-1         1.0         1       1         12      12          12',
      'contract              0.0         0       0          -       -           -',
    ]);
  });

  it('names every failed request with its step', () => {
    expect(findFailures(phases)).toEqual(['replace api-1: read: 502 ']);
  });
});
