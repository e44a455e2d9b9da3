import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readArguments } from './read-arguments.js';
import { findRelatedSources } from './related-sources.js';

const help = `npm run test:changed -- [--since <commit>] [options of Jest]

Runs the tests that a change can affect: those that import a changed file, directly or through other files.
A change of the contract or of a migration runs the tests of everything that is generated from it.
Tests that start the built programs (apps/local) depend on all sources without importing them; npm test runs those.
Long tests (*.long.test.ts) are not run; npm run test:long runs them.

  --since <commit>  the commit to compare with; the default is main, or the last commit when main is checked out
  --list            prints the test files and runs none
`;

const options = readArguments(process.argv.slice(2));
if (options.help) {
  console.log(help);
  process.exit(0);
}

const sources = findRelatedSources(listChanged(options.since ?? defaultBase()), existsSync);
if (sources.length === 0) {
  console.log('Nothing changed that a test depends on.');
  process.exit(0);
}
const selection = sources === 'all' ? [] : ['--findRelatedTests', ...sources, '--passWithNoTests'];
const mode = options.list ? ['--listTests'] : [];
const jest = ['run', '--silent', 'test:jest', '--'];
const { status } = spawnSync('npm', [...jest, ...selection, ...mode, ...options.rest], { stdio: 'inherit' });
process.exit(status ?? 1);

function defaultBase(): string {
  return git('branch', '--show-current')[0] === 'main' ? 'HEAD' : 'main';
}

/** Changes that were committed since the branch left its base, and uncommitted, new and deleted files. */
function listChanged(base: string): readonly string[] {
  const [fork = base] = git('merge-base', base, 'HEAD');
  return [...git('diff', '--name-only', fork), ...git('ls-files', '--others', '--exclude-standard')];
}

function git(...args: string[]): readonly string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}
