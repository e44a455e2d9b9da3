import { parseArgs } from 'node:util';
import { readKinds } from './kinds.js';
import type { MutantKind } from './mutant.js';

export interface Arguments {
  readonly sample: number;
  readonly kinds: readonly MutantKind[];
  readonly seed: number;
  readonly minutes: number;
  readonly filesPerMutant: number;
  readonly testsPerFile: number;
  readonly secondsPerMutant: number;
  /** Parts of paths: only sources that contain one of them get mutants. */
  readonly paths: readonly string[];
  /** Parts of paths: only test files that contain one of them run. Mutants that none of them calls are left out. */
  readonly within: readonly string[];
  /** Forgets what was measured and all results. */
  readonly fresh: boolean;
  readonly measured: boolean;
  readonly list: boolean;
}

export const help = `npm run test:mutation -- [options] [part of a path …]

Changes the sources of core, presenters and api in one place at a time, and runs the tests that call the changed function.
A change that no test notices is printed: it is a missing test. Results are kept in .turbo/mutation, and not repeated
unless the source or one of its tests changed.

  --sample <n>   number of mutants (100)
  --kinds <name> the kinds of changes: default (statements and presenters), all, or the name of one; can be repeated
  --seed <n>     selects other mutants (1)
  --minutes <n>  minutes after which nothing new is started (60)
  --files <n>    most test files for each mutant (40)
  --tests <n>    most tests of each file for a mutant (30)
  --seconds <n>  seconds after which no other test file is started for a mutant (120)
  --within <part of a path>
                 runs only these test files, and leaves out mutants that none of them calls; can be repeated
  --fresh        forgets the results and which test calls which function, and measures again
  --measured     measures only test files that are new or changed, and trusts the others if only sources changed
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
      files: { type: 'string', default: '40' },
      tests: { type: 'string', default: '30' },
      seconds: { type: 'string', default: '120' },
      within: { type: 'string', multiple: true, default: [] },
      fresh: { type: 'boolean', default: false },
      measured: { type: 'boolean', default: false },
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
    filesPerMutant: readCount('files', values.files),
    testsPerFile: readCount('tests', values.tests),
    secondsPerMutant: readCount('seconds', values.seconds),
    paths: positionals,
    within: values.within,
    fresh: values.fresh,
    measured: values.measured,
    list: values.list,
  };
}

function readCount(name: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number of at least 1, not ${text}.`);
}
