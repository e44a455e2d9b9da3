import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { compareModules } from './compare-modules.js';
import { readArguments } from './read-arguments.js';
import { callsFile, readCalls } from './read-calls.js';
import { type Change, isModule, selectTests } from './select-tests.js';

const help = `npm run test:changed -- [--since <commit>] [options of Jest]

Runs the tests of the merge tier that a change can affect: those that called a function of a changed file when
\`npm run test:all\` ran last, and those that import a file whose code at load changed. A change of comments or types
affects no test. A change of the contract, of the schema or of a setting runs the whole merge tier, and so does
every change before the first \`npm run test:all\`.

  --since <commit>  the commit to compare with; the default is main, or the last commit when main is checked out
  --list            prints the test files and runs none
`;

const options = readArguments(process.argv.slice(2));
if (options.help) {
  console.log(help);
  process.exit(0);
}

const calls = readCalls(callsFile);
if (calls === undefined)
  console.error('No run of `npm run test:all` has recorded what each test calls; all tests are selected.');
const selection = calls ? selectTests(listChanges(options.since ?? defaultBase()), calls) : undefined;
const tests = selection === undefined || selection.tests === 'all' ? 'all' : listTests(selection.tests);
if (tests.length === 0) {
  console.log('Nothing changed that a test depends on.');
} else if (options.list) {
  console.log((tests === 'all' ? jestList() : tests).join('\n'));
} else {
  const paths = tests === 'all' ? [] : ['--runTestsByPath', ...tests];
  process.exitCode = jest([...paths, ...options.rest], 'inherit').status ?? 1;
}

/** The selected tests that still exist, and those that import a module whose code at load changed. */
function listTests(called: readonly string[]): readonly string[] {
  const { loaded = [] } = selection ?? {};
  const related = loaded.length > 0 ? jestList('--findRelatedTests', ...loaded.filter(existsSync)) : [];
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
