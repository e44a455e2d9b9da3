import { listIdleFiles } from './list-idle-files.js';
import { listUntested } from './list-untested.js';

/** Returns one line, which says what to do, for each test that is missing or would not run. */
export async function findProblems(root: string): Promise<string[]> {
  return [...(await listUntested(root)), ...(await listIdleFiles(root))];
}
