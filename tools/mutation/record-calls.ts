import { join } from 'node:path';
import { type Calls, callsFile, mergeCalls, readCalls } from '../changed/read-calls.js';
import { isInMergeTier } from '../changed/select-tests.js';
import { readTestSources } from '../tests/read-test-sources.js';
import { runJest } from './run-jest.js';

export interface RecordOptions {
  readonly root: string;
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Parts of paths: only test files that contain one of them. */
  readonly within: readonly string[];
  readonly print: (line: string) => void;
}

/** Returns what the tests of the merge tier call. Those of which it is not known run once. */
export async function recordCalls({ root, folder, signal, within, print }: RecordOptions): Promise<Calls> {
  const tests = [...(await readTestSources(root)).keys()]
    .filter((file) => file.endsWith('.test.ts') && isInMergeTier(file))
    .filter((file) => within.length === 0 || within.some((part) => file.includes(part)));
  const known = readCalls(callsFile)?.calls;
  const missing = tests.filter((test) => !known?.has(test));
  const all = new Map(known);
  if (missing.length > 0) {
    print(`${missing.length} test files run once, to record which functions they call.`);
    const recorded = join(folder, 'calls.jsonl');
    const { errors } = await runJest(['--runTestsByPath', ...missing], {
      signal,
      env: { PARLEY_CALLS: recorded },
    });
    signal.throwIfAborted();
    const added = readCalls(recorded)?.calls;
    if (!added) throw new Error(`The tests did not run: ${errors}`);
    for (const [test, files] of added) all.set(test, files);
    // A file of the calls of a few tests would be of no use.
    if (known || within.length === 0) mergeCalls(callsFile, recorded);
  }
  return new Map(tests.map((test) => [test, all.get(test) ?? new Set<string>()]));
}
