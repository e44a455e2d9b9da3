import { parseSteps } from './parse-steps.js';
import { StepFailure } from './step-failure.js';
import type { AutomationStep } from './steps.js';

/** The steps of a version before it runs. Empty when they are unreadable: the run then fails with the reason. */
export function readStoredSteps(stored: unknown): readonly AutomationStep[] {
  try {
    return parseSteps(stored);
  } catch (error) {
    if (error instanceof StepFailure) return [];
    throw error;
  }
}
