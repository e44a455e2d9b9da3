import { flattenSteps, type NestedName, nestedLists } from '../versions/step-tree.js';
import type { AutomationStep } from '../versions/steps.js';

/**
 * A step with the positions at which a run continues after it. Positions number the steps in the order in which they
 * are written, including nested ones, so that one number says where a run is. A run only moves to higher positions.
 */
export interface PlacedStep {
  readonly step: AutomationStep;
  /** The following step, or the end of the enclosing step. */
  readonly next: number;
  /** The positions of the following steps of the same list. */
  readonly siblings: readonly number[];
  /** Where the run continues after the list of the step. */
  readonly afterList: number;
  /** Where the nested lists begin; an empty list begins after the step. */
  readonly starts: Readonly<Partial<Record<NestedName, number>>>;
}

/** Numbers the steps of a version. The position after the last step is the end of the run. */
export function placeSteps(steps: readonly AutomationStep[]): readonly PlacedStep[] {
  return placeList(steps, { start: 0, afterList: flattenSteps(steps).length });
}

function placeList(
  steps: readonly AutomationStep[],
  { start, afterList }: { start: number; afterList: number },
): PlacedStep[] {
  const sizes = steps.map((step) => flattenSteps([step]).length);
  const positions = steps.map((_, index) => start + sum(sizes.slice(0, index)));
  return steps.flatMap((step, index) => {
    const siblings = positions.slice(index + 1);
    const next = siblings[0] ?? afterList;
    let position = (positions[index] ?? start) + 1;
    const lists = nestedLists(step).map(([name, list]) => {
      const begin = position;
      position += flattenSteps(list).length;
      return { name, list, begin };
    });
    const starts = Object.fromEntries(
      lists.map(({ name, list, begin }) => [name, list.length > 0 ? begin : next]),
    );
    const nested = lists.flatMap(({ list, begin }) => placeList(list, { start: begin, afterList: next }));
    return [{ step, next, siblings, afterList, starts }, ...nested];
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
