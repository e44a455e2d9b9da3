import { expect, it } from '@jest/globals';
import { describePlanted } from './planted/describe-planted.js';
import { findChangesQuickly } from './planted/find-changes.js';
import { plantedChanges } from './planted/index.js';

it('at least 250 changes are planted, each under its own name', () => {
  expect(plantedChanges.length).toBeGreaterThanOrEqual(250);
  expect(new Set(plantedChanges.map(({ name }) => name)).size).toBe(plantedChanges.length);
});

/** One change of each kind; `planted.slow.test.ts` plants every one. */
describePlanted(
  plantedChanges.filter(({ isOf }) => isOf !== 'a later site of its kind'),
  findChangesQuickly,
);
