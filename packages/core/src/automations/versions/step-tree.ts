import type { NewStep } from './new-step.js';
import type { AutomationStep, BranchStep } from './steps.js';

/** The lists of steps that a step contains, by the name of their field, in the order in which they are numbered. */
export type NestedLists<Step> = ReadonlyArray<readonly [name: NestedName, steps: readonly Step[]]>;

export type NestedName = 'then' | 'else';

export function nestedLists(step: AutomationStep): NestedLists<AutomationStep>;
export function nestedLists(step: NewStep): NestedLists<NewStep>;
export function nestedLists(step: NewStep): NestedLists<NewStep> {
  return step.type === 'branch'
    ? [
        ['then', step.then],
        ['else', step.else ?? []],
      ]
    : [];
}

/** Returns the step with each nested step replaced. */
export function mapNested<From, To>(step: BranchStep<From>, change: (nested: From) => To): BranchStep<To> {
  const { else: otherwise, ...rest } = step;
  // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
  return { ...rest, then: step.then.map(change), ...(otherwise && { else: otherwise.map(change) }) };
}

/** A step, where it is written. */
export interface WrittenStep {
  readonly step: NewStep;
  /** For example `steps.2.then.0`. */
  readonly path: string;
  /** 1 for a step that is not nested. */
  readonly level: number;
}

/** Lists the steps and their nested steps, in the order in which they are written. A removed step is undefined. */
export function listWritten(
  steps: readonly (NewStep | undefined)[],
  { path = 'steps', level = 1 }: { path?: string; level?: number } = {},
): WrittenStep[] {
  return steps.flatMap((step, index) => {
    if (step === undefined) return [];
    const own = { step, path: `${path}.${index}`, level };
    const nested = nestedLists(step).flatMap(([name, list]) =>
      listWritten(list, { path: `${own.path}.${name}`, level: level + 1 }),
    );
    return [own, ...nested];
  });
}

/** Returns the steps and their nested steps; the index of a step is its position. */
export function flattenSteps(steps: readonly AutomationStep[]): AutomationStep[] {
  return steps.flatMap((step) => [step, ...nestedLists(step).flatMap(([, list]) => flattenSteps(list))]);
}
