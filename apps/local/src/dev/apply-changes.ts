import type { Changes } from './classify-changes.js';

export interface ReloadSteps {
  /** Each check and build resolves to true if it succeeded. */
  readonly lintContract: () => Promise<boolean>;
  readonly rebuildService: () => Promise<boolean>;
  /** Returns at once; the build continues in the background. */
  readonly buildDocs: () => void;
  readonly restartService: () => Promise<void>;
}

/** Runs the steps that the changes require. If a check or a build fails, the running service does not change. */
export async function applyChanges(changes: Changes, steps: ReloadSteps): Promise<void> {
  if (changes.contract && !(await steps.lintContract())) return;
  if (changes.service && !(await steps.rebuildService())) return;
  // The documentation is not built at the same time as the service, since both builds write the files that are
  // generated from the contract.
  if (changes.docs) steps.buildDocs();
  if (changes.service) await steps.restartService();
}
