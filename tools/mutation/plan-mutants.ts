import { createHash } from 'node:crypto';
import type { Coverage } from './coverage.js';
import { findUsers } from './find-users.js';
import type { Mutant } from './mutant.js';
import type { Planned } from './run-mutants.js';
import { type Selected, type SelectionBounds, selectTests } from './select-tests.js';
import type { Source } from './sources.js';

/** Numbers the mutants and selects the tests of each. */
export function planMutants(
  sample: readonly Mutant[],
  { sources, coverage, bounds }: { sources: readonly Source[]; coverage: Coverage; bounds: SelectionBounds },
): Planned[] {
  const usersOf = findUsers(sources);
  const hashes = new Map(sources.map(({ file, hash }) => [file, hash]));
  return sample.map((mutant, id) => {
    const users = usersOf(mutant);
    const selected = selectTests(coverage, { mutant, users }, bounds);
    const basisOf = (tests: readonly Selected[]) => hashBasis(hashes.get(mutant.file), tests);
    const isText = users.atLoad && mutant.kind.startsWith('sql-');
    return { id, mutant, selected, atLoad: users.atLoad && !isText, isText, basisOf };
  });
}

function hashBasis(source: string | undefined, tests: readonly Selected[]): string {
  const hash = createHash('sha256').update(`${source}`);
  for (const { file, digest } of tests) hash.update(`\n${file} ${digest}`);
  return hash.digest('hex').slice(0, 16);
}
