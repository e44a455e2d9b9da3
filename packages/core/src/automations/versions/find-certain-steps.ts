import type { AutomationStep } from './steps.js';

/** A step that every run reaches, unless a step before it fails. */
export interface CertainStep {
  readonly step: AutomationStep;
  readonly position: number;
  /** Attributes that earlier steps set. */
  readonly attributesSet: ReadonlySet<string>;
  /** Whether the contact may be changed by others before this step, because an earlier step waits or calls a URL. */
  readonly mayContactChange: boolean;
}

/** Omits the steps that a condition may skip, because it is unknown whether a run reaches them. */
export function findCertainSteps(steps: readonly AutomationStep[]): CertainStep[] {
  const certain: CertainStep[] = [];
  const attributesSet = new Set<string>();
  let mayContactChange = false;
  let uncertainUntil = 0;
  for (const [position, step] of steps.entries()) {
    if (position >= uncertainUntil) {
      certain.push({ step, position, attributesSet: new Set(attributesSet), mayContactChange });
    }
    if (step.type === 'condition') {
      uncertainUntil = Math.max(uncertainUntil, position + 1 + (step.skip ?? Number.POSITIVE_INFINITY));
    }
    if (step.type === 'set_attribute') attributesSet.add(step.externalId);
    mayContactChange ||= step.type === 'wait' || step.type === 'call_webhook';
  }
  return certain;
}
