import { flattenSteps } from './step-tree.js';
import type { AutomationStep } from './steps.js';

/** A step that every run reaches, unless a step before it fails. */
export interface CertainStep {
  readonly step: AutomationStep;
  readonly position: number;
  /** Attributes that earlier steps set. */
  readonly attributesSet: ReadonlySet<string>;
  /** Variables that earlier steps may set. */
  readonly variablesSet: ReadonlySet<string>;
  /** Whether the contact may be changed by others before this step, because an earlier step waits, asks or calls a URL. */
  readonly mayContactChange: boolean;
}

/** Omits the steps that a condition or a branch may skip, because it is unknown whether a run reaches them. */
export function findCertainSteps(steps: readonly AutomationStep[]): CertainStep[] {
  const certain: CertainStep[] = [];
  const attributesSet = new Set<string>();
  const variablesSet = new Set<string>();
  let mayContactChange = false;
  let uncertainUntil = 0;
  let position = 0;
  for (const [index, step] of steps.entries()) {
    if (index >= uncertainUntil) {
      const set = { attributesSet: new Set(attributesSet), variablesSet: new Set(variablesSet) };
      certain.push({ step, position, ...set, mayContactChange });
    }
    if (step.type === 'condition') {
      uncertainUntil = Math.max(uncertainUntil, index + 1 + (step.skip ?? Number.POSITIVE_INFINITY));
    }
    const whole = flattenSteps([step]);
    for (const each of whole) {
      if (each.type === 'stop') uncertainUntil = Number.POSITIVE_INFINITY;
      for (const name of attributesSetBy(each)) attributesSet.add(name);
      for (const name of variablesSetBy(each)) variablesSet.add(name);
      mayContactChange ||= each.type === 'wait' || each.type === 'ask' || each.type === 'call_webhook';
    }
    position += whole.length;
  }
  return certain;
}

function attributesSetBy(step: AutomationStep): string[] {
  if (step.type === 'set_attribute') return [step.externalId];
  return step.type === 'ask' ? [step.saveTo.externalId ?? []].flat() : [];
}

function variablesSetBy(step: AutomationStep): string[] {
  if (step.type === 'ask') return [step.saveTo.variable ?? []].flat();
  if (step.type === 'set_variable') return [step.name];
  return step.type === 'call_webhook' ? (step.responseVariables ?? []).map(({ name }) => name) : [];
}
