import type { Direction, Finding } from './finding.js';
import type { IsUnchanged } from './is-unchanged.js';
import type { Part } from './read-parts.js';

export type CompareSchemas = (before: readonly Part[], after: readonly Part[]) => Finding[];

/** What the comparison of a part of a schema needs: the direction, and the comparison of the schemas inside. */
export interface Comparing {
  readonly direction: Direction;
  readonly compare: CompareSchemas;
  readonly isUnchanged: IsUnchanged;
}
