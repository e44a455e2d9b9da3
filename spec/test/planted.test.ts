import { describe, expect, it } from '@jest/globals';
import { findChanges } from './planted/find-changes.js';
import { plantedChanges } from './planted/index.js';
import type { PlantedChange } from './planted/planted-change.js';

describe('the gate judges', () => {
  it('at least 250 planted changes, each under its own name', () => {
    expect(plantedChanges.length).toBeGreaterThanOrEqual(250);
    expect(new Set(plantedChanges.map(({ name }) => name)).size).toBe(plantedChanges.length);
  });

  it.each(verdictsOf('breaking'))('a break: $name', (change) => {
    const breaks = findChanges(change).filter(({ severity }) => severity === 'breaking');
    expect(breaks).not.toEqual([]);
  });

  it.each(verdictsOf('compatible'))('a compatible change: $name', (change) => {
    const changes = findChanges(change);
    expect(changes.filter(({ severity }) => severity === 'breaking')).toEqual([]);
    expect(changes).not.toEqual([]);
  });

  it.each(verdictsOf('equal'))('other words for the same: $name', (change) => {
    expect(findChanges(change).filter(({ severity }) => severity !== 'other')).toEqual([]);
  });
});

function verdictsOf(verdict: PlantedChange['verdict']): PlantedChange[] {
  return plantedChanges.filter((change) => change.verdict === verdict);
}
