import type { Changes } from './classify-changes.js';

export interface ReloadSteps {
  /** Those that check and build resolve to whether the work can go on. */
  readonly lintContract: () => Promise<boolean>;
  readonly rebuildService: () => Promise<boolean>;
  /** Returns at once; the build goes on in the background. */
  readonly buildDocs: () => void;
  readonly restartService: () => Promise<void>;
}

/** Takes the steps that changes ask for. What breaks a rule or does not build leaves everything as it is. */
export async function applyChanges(changes: Changes, steps: ReloadSteps): Promise<void> {
  if (changes.contract && !(await steps.lintContract())) return;
  if (changes.service && !(await steps.rebuildService())) return;
  // Not beside the build of the service: both write what is generated from the contract.
  if (changes.docs) steps.buildDocs();
  if (changes.service) await steps.restartService();
}
