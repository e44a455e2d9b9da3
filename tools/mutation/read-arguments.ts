import { parseArgs } from 'node:util';
import { readKinds } from './kinds.js';
import type { MutantKind } from './mutant.js';

export interface Arguments {
  readonly sample: number;
  readonly kinds: readonly MutantKind[];
  readonly seed: number;
  readonly minutes: number;
  /** So many survivors do not fail the command. */
  readonly allow: number;
  /** Parts of paths: only sources that contain one of them get mutants. */
  readonly paths: readonly string[];
  /** Parts of paths: only test files that contain one of them run. Mutants that none of them calls are left out. */
  readonly within: readonly string[];
  readonly list: boolean;
}

export const help = `npm run test:mutation -- [options] [part of a path …]

Changes the sources of core, presenters and api in one place at a time, and runs the tests that called a function of the file
when \`npm run test:all\` ran last. Tests that did not run yet run once before. A change that no test notices is printed: it is a
missing test.

  --sample <n>   number of mutants (100)
  --kinds <name> the kinds of changes: default (statements and presenters), all, or the name of one; can be repeated
  --seed <n>     selects other mutants (1)
  --minutes <n>  minutes after which the run ends (60)
  --allow <n>    number of survivors that do not fail the command (0); they are printed nevertheless
  --within <part of a path>
                 runs only these test files, and leaves out mutants that none of them calls; can be repeated
  --list         prints the mutants of the sample and runs none
`;

export function readArguments(words: readonly string[]): Arguments | 'help' {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '100' },
      kinds: { type: 'string', multiple: true, default: ['default'] },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
      allow: { type: 'string', default: '0' },
      within: { type: 'string', multiple: true, default: [] },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    sample: readCount('sample', values.sample),
    kinds: readKinds(values.kinds),
    seed: readCount('seed', values.seed),
    minutes: readCount('minutes', values.minutes),
    allow: values.allow === '0' ? 0 : readCount('allow', values.allow),
    paths: positionals,
    within: values.within,
    list: values.list,
  };
}

function readCount(name: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number of at least 1, not ${text}.`);
}
