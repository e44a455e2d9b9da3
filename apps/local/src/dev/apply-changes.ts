import type { Changes } from './classify-changes.js';

export interface ReloadSteps {
  /** Checks and builds resolve to whether the next step can follow. */
  readonly lintContract: () => Promise<boolean>;
  readonly rebuildService: () => Promise<boolean>;
  /** Returns at once; the build continues in the background. */
  readonly buildDocs: () => void;
  readonly restartService: () => Promise<void>;
}

/** Takes the steps that the changes need. A change that breaks a rule or does not build leaves everything as it is. */
export async function applyChanges(changes: Changes, steps: ReloadSteps): Promise<void> {
  if (changes.contract && !(await steps.lintContract())) return;
  if (changes.service && !(await steps.rebuildService())) return;
  // Not at the same time as the build of the service: both write the files that are generated from the contract.
  if (changes.docs) steps.buildDocs();
  if (changes.service) await steps.restartService();
}
