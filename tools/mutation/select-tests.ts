import type { Calls } from '../changed/read-calls.js';
import type { Mutant } from './mutant.js';

/** Tests that read what a module contains after it was loaded, and call none of its functions. */
const readers: readonly { readonly path: string; readonly isFor: (mutant: Mutant) => boolean }[] = [
  { path: 'tools/statements/test/', isFor: ({ kind }) => kind.startsWith('sql-') },
  { path: 'packages/core/test/partition-lookups.test.ts', isFor: ({ kind }) => kind === 'sql-condition' },
  {
    path: 'tools/configuration/test/reference.test.ts',
    isFor: ({ file }) => file === 'apps/api/src/config.ts',
  },
];

/**
 * Selects the tests that called a function of the changed file, those that call the fewest files first. What runs when the file is
 * loaded, such as the text of a statement, is used by the files that import it, so their tests follow.
 */
export function selectTests(
  mutant: Mutant,
  { calls, importersOf }: { calls: Calls; importersOf: (file: string) => readonly string[] },
): string[] {
  const ordered = [...calls].sort(([, some], [, others]) => some.size - others.size).map(([test]) => test);
  const selected = ordered.filter((test) =>
    readers.some(({ path, isFor }) => test.startsWith(path) && isFor(mutant)),
  );
  const seen = new Set<string>();
  for (let level = [mutant.file]; level.length > 0; ) {
    for (const file of level) seen.add(file);
    const callers = ordered.filter(
      (test) => level.includes(test) || level.some((file) => calls.get(test)?.has(file)),
    );
    selected.push(...callers);
    const isEnough = !mutant.isAtLoad || !level.includes(mutant.file);
    if (callers.length > 0 && isEnough) break;
    level = [...new Set(level.flatMap(importersOf))].filter((file) => !seen.has(file));
  }
  return [...new Set(selected)];
}
