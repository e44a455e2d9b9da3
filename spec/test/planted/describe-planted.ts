import { describe, expect, it } from '@jest/globals';
import type { Change } from '../../scripts/change.js';
import type { PlantedChange } from './planted-change.js';

/** The tests that the gate judges each of the changes as it must. */
export function describePlanted(
  changes: readonly PlantedChange[],
  find: (change: PlantedChange) => Change[],
): void {
  const verdictsOf = (verdict: PlantedChange['verdict']): PlantedChange[] =>
    changes.filter((change) => change.verdict === verdict);

  describe('the gate judges', () => {
    it.each(verdictsOf('breaking'))('a break: $name', (change) => {
      const breaks = find(change).filter(({ severity }) => severity === 'breaking');
      expect(breaks).not.toEqual([]);
    });

    it.each(verdictsOf('compatible'))('a compatible change: $name', (change) => {
      const found = find(change);
      expect(found.filter(({ severity }) => severity === 'breaking')).toEqual([]);
      expect(found).not.toEqual([]);
    });

    it.each(verdictsOf('equal'))('other words for the same: $name', (change) => {
      expect(find(change).filter(({ severity }) => severity !== 'other')).toEqual([]);
    });
  });
}
