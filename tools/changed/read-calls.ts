import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The files of which each test file called a function when it ran last, by its path. */
export type Calls = ReadonlyMap<string, ReadonlySet<string>>;

/** Where `npm run test:all` keeps them; see `packages/testkit/src/jest/record-calls.cjs`. */
export const callsFile = '.turbo/test-calls.jsonl';

/** Returns undefined when the tests have not been recorded yet. A later line replaces an earlier one. */
export function readCalls(path: string): Calls | undefined {
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { test, files }: { test: string; files: string[] } = JSON.parse(line);
      return [test, new Set(files)];
    }),
  );
}

/** Replaces what is known of the tests that a run has recorded; a part of the tests leaves the others as they are. */
export function mergeCalls(path: string, recorded: string): void {
  const all = new Map([...(readCalls(path) ?? []), ...(readCalls(recorded) ?? [])]);
  const lines = [...all].map(([test, files]) => JSON.stringify({ test, files: [...files] }));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
}
