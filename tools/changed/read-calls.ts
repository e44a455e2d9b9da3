import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The files of which each test file called a function when it ran last, by its path. */
export type Calls = ReadonlyMap<string, ReadonlySet<string>>;

export interface Recorded {
  readonly calls: Calls;
  /** The files of which a function was called while modules were loaded, which happens once in a process for all its tests. */
  readonly loading: ReadonlySet<string>;
}

/** One line: the calls of a test file, or those while modules were loaded. */
interface Line {
  readonly test?: string;
  readonly files: readonly string[];
}

/** Where `npm run test:all` keeps them; see `packages/testkit/src/jest/record-calls.cjs`. */
export const callsFile = '.turbo/test-calls.jsonl';

/** Returns undefined when the tests have not been recorded yet. A later line replaces an earlier one. */
export function readCalls(path: string): Recorded | undefined {
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const parsed = lines.map((line): Line => JSON.parse(line));
  return {
    calls: new Map(parsed.flatMap(({ test, files }) => (test ? [[test, new Set(files)]] : []))),
    loading: new Set(parsed.flatMap(({ test, files }) => (test ? [] : files))),
  };
}

/**
 * Replaces what is known of the tests that a run has recorded; a part of the tests leaves the others as they are. A test file that
 * failed may have ended early: its calls are added to the known ones, and without those it counts as not recorded.
 */
export function mergeCalls(path: string, recorded: string, failed: readonly string[] = []): void {
  const added = readCalls(recorded);
  if (added === undefined) return;
  const { calls, loading } = readCalls(path) ?? { calls: new Map(), loading: new Set() };
  const all = new Map(calls);
  for (const [test, files] of added.calls) {
    const known = all.get(test);
    if (!failed.includes(test)) all.set(test, files);
    else if (known) all.set(test, new Set([...known, ...files]));
  }
  const lines: Line[] = [...all].map(([test, files]) => ({ test, files: [...files] }));
  lines.push({ files: [...new Set([...loading, ...added.loading])] });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
