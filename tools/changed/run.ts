import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readTestSources } from '../tests/read-test-sources.js';
import { compareModules } from './compare-modules.js';
import { describeOthers } from './describe-others.js';
import { findThreadStarters } from './find-thread-starters.js';
import { readArguments } from './read-arguments.js';
import { callsFile, type Recorded, readCalls } from './read-calls.js';
import { type Change, isInMergeTier, isModule, selectTests } from './select-tests.js';

const help = `npm run test:changed -- [--since <commit>] [options of Jest]

Runs the tests of the merge tier that a change can affect: those that called a function of a changed file when
\`npm run test:all\` ran last, those that import a file whose code at load changed, those that name a changed file, and those that
have not been recorded. A change of comments or types affects no test. A change of the contract, of the schema or of a setting runs
the whole merge tier, and so does every change before the first \`npm run test:all\`. Slow tests are listed, and do not run.

  --since <commit>  the commit to compare with; the default is main, or the last commit when main is checked out
  --list            prints the test files and runs none
`;

const options = readArguments(process.argv.slice(2));
if (options.help) {
  console.log(help);
  process.exit(0);
}

const recorded = readCalls(callsFile);
if (recorded === undefined)
  console.error('No run of `npm run test:all` has recorded what each test calls; all tests are selected.');
const selected = recorded ? await select(recorded) : 'all';
const tests = selected === 'all' ? selected : selected.filter(isInMergeTier);
const note = selected === 'all' ? '' : describeOthers(selected);
if (note) console.error(note);
if (options.list) {
  for (const test of tests === 'all' ? jestList() : tests) console.log(test);
} else if (tests.length > 0) {
  const paths = tests === 'all' ? [] : ['--runTestsByPath', ...tests];
  process.exitCode = jest([...paths, ...options.rest], 'inherit').status ?? 1;
}

/** The selected tests that still exist, and those that import a module whose code at load changed. */
async function select(known: Recorded): Promise<'all' | readonly string[]> {
  const root = process.cwd();
  const sources = await readTestSources(root);
  const { tests: called, loaded } = selectTests(listChanges(options.since ?? defaultBase()), {
    ...known,
    sources,
    startersOf: findThreadStarters(root),
  });
  if (called === 'all') return called;
  const present = loaded.filter(existsSync);
  const related =
    present.length > 0 ? jestList('--config', 'jest.all.config.js', '--findRelatedTests', ...present) : [];
  return [...new Set([...called.filter(existsSync), ...related])].sort();
}

function jestList(...args: string[]): string[] {
  const { stdout } = jest(['--listTests', ...args], 'pipe');
  return stdout.split('\n').flatMap((line) => line.split(`${process.cwd()}/`)[1] ?? []);
}

function jest(args: readonly string[], stdout: 'inherit' | 'pipe') {
  return spawnSync('npm', ['run', '--silent', 'test:jest', '--', ...args], {
    stdio: ['inherit', stdout, 'inherit'],
    encoding: 'utf8',
  });
}

function defaultBase(): string {
  return git('branch', '--show-current')[0] === 'main' ? 'HEAD' : 'main';
}

/** Changes that were committed since the branch left its base, and uncommitted, new and deleted files. */
function listChanges(base: string): Change[] {
  const [fork = base] = git('merge-base', base, 'HEAD');
  const added = git('ls-files', '--others', '--exclude-standard').map((file) => ({ file }));
  const changed = git('diff', '--name-only', '--no-renames', fork).map((file) => {
    if (!isModule(file)) return { file };
    const before = read(() =>
      execFileSync('git', ['show', `${fork}:${file}`], { encoding: 'utf8', stdio: 'pipe' }),
    );
    const after = read(() => readFileSync(file, 'utf8'));
    return { file, effect: compareModules(before, after) };
  });
  return [...changed, ...added];
}

/** A version that does not exist has no code. */
function read(from: () => string): string {
  try {
    return from();
  } catch {
    return '';
  }
}

function git(...args: string[]): readonly string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}
