import { parseSteps } from './parse-steps.js';
import { StepFailure } from './step-failure.js';
import type { AutomationStep } from './steps.js';

/**
 * Returns the steps of a version before it runs. The list is empty when they are unreadable; the run then fails with
 * the reason.
 */
export function readStoredSteps(stored: unknown): readonly AutomationStep[] {
  try {
    return parseSteps(stored);
  } catch (error) {
    if (error instanceof StepFailure) return [];
    throw error;
  }
}
