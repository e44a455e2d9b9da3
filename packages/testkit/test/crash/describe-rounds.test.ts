import { describe, expect, it } from '@jest/globals';
import { describeRecovery, describeRound } from '../../src/crash/describe-rounds.js';
import type { Recovery, Round } from '../../src/crash/kill-rounds.js';

const rounds: readonly Round[] = [
  { recoveries: [recovery('worker-1', 300)], serviceMs: 30 },
  { recoveries: [recovery('worker-2', 500)], serviceMs: 50 },
  { recoveries: [recovery('worker-1', 400)], serviceMs: 40 },
  { recoveries: [recovery('postgres', 700), recovery('worker-2', 900)], serviceMs: 1_000 },
  { recoveries: [recovery('api', 800, true)], serviceMs: 850 },
];

describe('describeRecovery', () => {
  it('shows the times by role, alone and overlapping, and those of the service', () => {
    expect(describeRecovery(rounds)).toEqual([
      'worker: killed alone 3 times, back after 400 ms (median), 500 ms (most)',
      'api: killed in a round with overlapping kills 1 times, back after 800 ms (median), 800 ms (most)',
      'postgres: killed in a round with overlapping kills 1 times, back after 700 ms (median), 700 ms (most)',
      'worker: killed in a round with overlapping kills 1 times, back after 900 ms (median), 900 ms (most)',
      'service: one kill 3 times, back after 40 ms (median), 50 ms (most)',
      'service: overlapping kills 2 times, back after 1000 ms (median), 1000 ms (most)',
      'killed again while starting: 1 times',
    ]);
  });
});

describe('describeRound', () => {
  it('shows which processes were killed, which twice, and when each recovered', () => {
    expect(rounds.slice(3).map(describeRound)).toEqual([
      'postgres back after 700 ms, worker-2 back after 900 ms; the service after 1000 ms',
      'api (twice) back after 800 ms; the service after 850 ms',
    ]);
  });
});

function recovery(victim: Recovery['victim'], recoveryMs: number, isKilledStarting = false): Recovery {
  return { victim, recoveryMs, isKilledStarting };
}
