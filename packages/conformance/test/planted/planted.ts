import type { ConformanceOptions, MutationKind, RuleName } from '../../src/index.js';
import type { Plant } from './shop-server.js';

/** A defect planted into the shop, and the rule under which it must be found. */
export interface Planted {
  readonly name: string;
  readonly plant: Plant;
  readonly rule: RuleName;
  /** The mutation of the request; absent for a valid one. */
  readonly mutation?: MutationKind;
  /** The operation in which it must be found; the default is the creation of an item. */
  readonly operation?: string;
  /** What the smallest request must contain. */
  readonly curl?: string | RegExp;
  readonly options?: Partial<ConformanceOptions>;
}

export type Defect = Omit<Planted, 'rule'>;

/** Defects that must be found under the same rule. */
export function plantUnder(rule: RuleName, defects: readonly Defect[]): Planted[] {
  return defects.map((defect) => ({ ...defect, rule }));
}
