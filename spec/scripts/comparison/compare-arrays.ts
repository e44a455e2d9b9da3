import type { Comparing } from './comparing.js';
import { below, type Finding } from './finding.js';
import type { Alternative } from './read-alternatives.js';
import { readPartsAt } from './read-parts.js';

export function compareArrays(before: Alternative, after: Alternative, { compare }: Comparing): Finding[] {
  if (!before.types.has('array') || !after.types.has('array')) return [];
  return below('[]', compare(readPartsAt(before.parts, 'items'), readPartsAt(after.parts, 'items')));
}
