import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { keyOf, type Mutant } from './mutant.js';

export type Verdict = 'killed' | 'survived' | 'timed out' | 'no test' | 'unclear';

export interface Result {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
  /** The test that failed, or why the verdict is unclear. */
  readonly detail: string;
  readonly milliseconds: number;
  /** Identifies the source and the tests of the verdict; the result counts as long as they are the same. */
  readonly basis: string;
}

/** Reads the results of earlier runs, by the key of their mutants. */
export async function readResults(file: string): Promise<Map<string, Result>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const results = text
    .split('\n')
    .filter(Boolean)
    // We have written the file ourselves.
    .map((line) => JSON.parse(line) as Result);
  return new Map(results.map((result) => [keyOf(result.mutant), result]));
}

export async function appendResult(file: string, result: Result): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${JSON.stringify(result)}\n`);
}
