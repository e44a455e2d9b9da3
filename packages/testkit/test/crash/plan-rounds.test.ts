import { describe, expect, it } from '@jest/globals';
import { type PlannedRound, planIdleRounds, planRounds, victimNames } from '../../src/crash/plan-rounds.js';
import { createRandom } from '../../src/crash/random.js';

const seeds = [1, 2, 3, 4, 5];

describe('planRounds', () => {
  it('plans the same for the same seed, and something else for another seed', () => {
    expect(plan(1)).toEqual(plan(1));
    expect(plan(1)).not.toEqual(plan(2));
  });

  it.each(seeds)(
    'kills every process alone and in every overlap within the default run of seed %i',
    (seed) => {
      const shapes = plan(seed).map(shapeOf);
      const overlapping = shapes.filter((shape) => shape.includes('+'));
      expect(overlapping).toHaveLength(12);
      expect(new Set(shapes)).toEqual(
        new Set([
          'api',
          'postgres',
          'worker-1',
          'worker-2',
          'worker-1 + worker-2',
          'api + worker-1',
          'postgres + worker-2',
          'api + postgres',
          'api + postgres + worker-1 + worker-2',
          'api + api',
          'postgres + postgres',
          'worker-1 + worker-1',
        ]),
      );
    },
  );

  it('kills a starting process only if the round has killed it before', () => {
    for (const { kills } of seeds.flatMap(plan)) {
      for (const [index, { victim, isWhileStarting }] of kills.entries()) {
        const before = kills.slice(0, index).map((kill) => kill.victim);
        expect(isWhileStarting).toBe(before.includes(victim));
      }
    }
  });

  it('leaves no time for a recovery between the kills of a round', () => {
    const gaps = seeds.flatMap(plan).flatMap(({ kills }) => kills.map(({ afterMs }) => afterMs));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(250);
  });
});

function plan(seed: number): readonly PlannedRound[] {
  return planRounds(createRandom(seed), 30);
}

function shapeOf({ kills }: PlannedRound): string {
  return kills
    .map(({ victim }) => victim)
    .sort()
    .join(' + ');
}

describe('planIdleRounds', () => {
  it('kills every process three times, one after the other', () => {
    const victims = planIdleRounds().map(({ kills }) => kills.map(({ victim }) => victim));
    for (const name of victimNames) expect(victims.filter(([victim]) => victim === name)).toHaveLength(3);
    expect(victims.every(({ length }) => length === 1)).toBe(true);
  });
});
