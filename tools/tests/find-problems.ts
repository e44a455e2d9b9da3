import { listIdleFiles } from './list-idle-files.js';
import { listTierViolations } from './list-tier-violations.js';
import { listUntested } from './list-untested.js';
import { readTestSources } from './read-test-sources.js';

/** Returns one line, which says what to do, for each test that is missing, would not run, or is in the wrong tier. */
export async function findProblems(root: string): Promise<string[]> {
  const sources = await readTestSources(root);
  return [...(await listUntested(root)), ...listIdleFiles(sources), ...listTierViolations(sources)];
}
