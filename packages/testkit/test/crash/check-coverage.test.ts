import { describe, expect, it } from '@jest/globals';
import { findCoverageBreaches, usualRounds } from '../../src/crash/check-coverage.js';
import type { Round } from '../../src/crash/kill-rounds.js';
import type { AcknowledgedWrite } from '../../src/crash/writes.js';

const chat = { id: 'chat', status: 'open', updatedAt: '2026-03-01T10:00:00.000Z' };
const writes: readonly AcknowledgedWrite[] = [
  { kind: 'inbound', fact: 'inbound 1' },
  { kind: 'label', fact: 'label 1 on 2' },
  { kind: 'status', chat },
  { kind: 'campaign', name: 'campaign-1' },
];

describe('findCoverageBreaches', () => {
  it('finds nothing if every kind of write was acknowledged and a starting process was killed', () => {
    const rounds = [...roundsOf(usualRounds - 1), roundOf({ isKilledStarting: true })];
    expect(findCoverageBreaches(writes, rounds)).toEqual([]);
  });

  it.each(['inbound', 'label', 'status', 'campaign'])('finds that no %s was acknowledged', (kind) => {
    const others = writes.filter((write) => write.kind !== kind);
    expect(findCoverageBreaches(others, roundsOf(1))).toEqual([
      `no write of the kind "${kind}" was acknowledged`,
    ]);
  });

  it('finds that no process was killed while it was starting, except in a shorter run', () => {
    expect(findCoverageBreaches(writes, roundsOf(usualRounds))).toEqual([
      'no process was killed while it was starting',
    ]);
    expect(findCoverageBreaches(writes, roundsOf(usualRounds - 1))).toEqual([]);
  });
});

function roundsOf(count: number): Round[] {
  return Array.from({ length: count }, () => roundOf({ isKilledStarting: false }));
}

function roundOf({ isKilledStarting }: { isKilledStarting: boolean }): Round {
  return { recoveries: [{ victim: 'api', recoveryMs: 1, isKilledStarting }], serviceMs: 1 };
}
