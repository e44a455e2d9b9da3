import type { NewStep } from './new-step.js';
import type { AskStep, AutomationStep, BranchStep } from './steps.js';

/** The lists of steps that a step contains, by the name of their field, in the order in which they are numbered. */
export type NestedLists<Step> = ReadonlyArray<readonly [name: NestedName, steps: readonly Step[]]>;

export type NestedName = 'then' | 'else';

export function nestedLists(step: AutomationStep): NestedLists<AutomationStep>;
export function nestedLists(step: NewStep): NestedLists<NewStep>;
export function nestedLists(step: NewStep): NestedLists<NewStep> {
  if (step.type === 'ask') return [['else', step.else ?? []]];
  return step.type === 'branch'
    ? [
        ['then', step.then],
        ['else', step.else ?? []],
      ]
    : [];
}

/** Returns the step with each nested step replaced. */
export function mapNested<From, To>(
  step: BranchStep<From> | AskStep<From>,
  change: (nested: From) => To,
): BranchStep<To> | AskStep<To> {
  const otherwise = step.else && { else: step.else.map(change) };
  if (step.type === 'ask') {
    const { else: _else, ...rest } = step;
    return { ...rest, ...otherwise };
  }
  const { else: _else, ...rest } = step;
  // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
  return { ...rest, then: step.then.map(change), ...otherwise };
}

/** Whether the step contains other steps. */
export function isNesting<Step extends { readonly type: string }>(
  step: Step,
): step is Extract<Step, { type: 'branch' | 'ask' }> {
  return step.type === 'branch' || step.type === 'ask';
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
