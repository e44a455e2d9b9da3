import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { threadPrograms } from '../../apps/local/scripts/thread-programs.js';
import { readImports } from '../imports/read-imports.js';

/**
 * Returns a function that lists the modules that start the threads in which a module runs: they lie beside its program, and name it
 * without an import. Calls in a thread are not recorded.
 */
export function findThreadStarters(root: string): (file: string) => readonly string[] {
  const imports = readImports(root);
  const threads = threadPrograms.map((built) => {
    const program = built.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
    const reached = new Set([program]);
    for (const file of reached) for (const { from, to } of imports) if (from === file) reached.add(to);
    const starters = [...new Set(imports.map(({ from }) => from))]
      .filter((file) => posix.dirname(file) === posix.dirname(program))
      .filter((file) => readFileSync(`${root}/${file}`, 'utf8').includes(`'./${posix.basename(built)}'`));
    return { reached, starters };
  });
  return (file) => threads.flatMap(({ reached, starters }) => (reached.has(file) ? starters : []));
}
