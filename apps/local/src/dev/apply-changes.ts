import type { Changes } from './classify-changes.js';

export interface ReloadSteps {
  /** Each check and build resolves to true if it succeeded. */
  readonly lintContract: () => Promise<boolean>;
  /** Builds only what the service loads of the contract. */
  readonly rebuildContract: () => Promise<boolean>;
  readonly rebuildService: () => Promise<boolean>;
  /** Returns at once; the build continues in the background. */
  readonly buildDocs: () => void;
  /** Ends a build of the documentation. Resolves to true if there was one. */
  readonly interruptDocs: () => Promise<boolean>;
  /** Starts a process that loads everything but the contract, if there is none. */
  readonly prepareService: () => void;
  /** Lets a process load the build. It does not serve yet. */
  readonly loadService: () => void;
  /** Ends the process that does not serve yet. */
  readonly discardService: () => Promise<void>;
  readonly restartService: () => Promise<void>;
}

/**
 * Runs the steps that the changes require. Returns false if a check or a build failed: the running service does not
 * change then, and the same steps are required again, because the build may contain a contract that violates a rule.
 */
export async function applyChanges(changes: Changes, steps: ReloadSteps): Promise<boolean> {
  const isServed = changes.contract || changes.service;
  // The documentation is built after the service, since its build would delay the restart. It takes a second to end.
  const interrupting = isServed ? steps.interruptDocs() : Promise.resolve(false);
  const isApplied = !isServed || (await serveChanges(changes, steps, interrupting));
  const isInterrupted = await interrupting;
  if (isInterrupted || (isApplied && changes.docs)) steps.buildDocs();
  return isApplied;
}

async function serveChanges(
  changes: Changes,
  steps: ReloadSteps,
  interrupting: Promise<unknown>,
): Promise<boolean> {
  // A process that was prepared before has loaded the former sources.
  if (changes.service) await steps.discardService();
  else steps.prepareService();
  const [isValid, isBuilt] = await Promise.all([
    !changes.contract || steps.lintContract(),
    rebuild(changes, steps, interrupting),
  ]);
  if (isValid && isBuilt) {
    await steps.restartService();
    return true;
  }
  if (isBuilt) await steps.discardService();
  return false;
}

/**
 * The new process loads its modules while the lint runs. The build of the documentation has ended first: both write the files
 * that are generated from the contract.
 */
async function rebuild(
  changes: Changes,
  steps: ReloadSteps,
  interrupting: Promise<unknown>,
): Promise<boolean> {
  await interrupting;
  const isBuilt = await (changes.service ? steps.rebuildService() : steps.rebuildContract());
  if (isBuilt) steps.loadService();
  return isBuilt;
}
