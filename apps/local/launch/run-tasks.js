import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findRoot, runTurbo } from './run-turbo.js';

/** The tasks for the service. The documentation is built later, in the background. */
const service = '--filter=@parley/local...';

/** The tasks for the package that the quick start packs. */
const client = '--filter=@parley/client';

/** The tasks for the fastest start: a bundle to load, and a PostgreSQL cluster to copy. */
export const quickStart = ['build', 'bundle', 'template'];

/**
 * Builds what has changed, and prints a line for each step; prints nothing when there is nothing to do.
 *
 * @param {readonly string[]} [tasks]
 * @returns {Promise<boolean>} whether everything is built
 */
export function buildService(tasks = quickStart) {
  return runTasks([...tasks, service, client, '--continue=dependencies-successful']);
}

/** Builds what the service runs, and prints nothing. */
export function rebuildService() {
  return runTasks(['build', service], { isQuiet: true });
}

/**
 * Builds what the service loads of the contract, in one process: npm and turbo would start five.
 *
 * @returns {Promise<boolean>} whether it is built; the reason is printed
 */
export function rebuildContract() {
  return runTool('rebuild');
}

/**
 * Checks the contract against our rules as far as it has changed. A build does not check it, and would accept an invalid one.
 *
 * @returns {Promise<boolean>} whether it has no problems; they are printed
 */
export function lintContract() {
  return runTool('lint');
}

/** @param {'lint' | 'rebuild'} name */
async function runTool(name) {
  const program = join(findRoot(), `tools/contract/${name}.mjs`);
  const tool = spawn(process.execPath, [...shortRun, program], {
    cwd: findRoot(),
    stdio: ['ignore', 'ignore', 'inherit'],
    // They send no request, and Node would read these certificates at each start.
    env: { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: '' },
  });
  const [code] = await once(tool, 'close');
  return code === 0;
}

/** These programs end before optimized code pays for its compilation. */
const shortRun = ['--no-opt', '--single-threaded-gc', '--max-semi-space-size=64'];

/**
 * A step that fails prints its output in any case.
 *
 * @param {readonly string[]} tasks
 * @param {{ isQuiet?: boolean }} [options]
 */
async function runTasks(tasks, { isQuiet = false } = {}) {
  const begin = performance.now();
  const turbo = runTurbo([...tasks, '--output-logs=new-only', '--log-order=grouped', '--no-color']);
  const errors = [];
  turbo.stderr.setEncoding('utf8').on('data', (text) => errors.push(text));
  /** @type {Map<string, string[]>} */
  const printed = new Map();
  const ended = once(turbo, 'close');
  let count = 0;
  for await (const line of createInterface({ input: turbo.stdout })) {
    const [, name = '', task = '', text = ''] = /^@parley\/(\w+):(\S+): ?(.*)$/.exec(line) ?? [];
    if (name === '') continue;
    const step = `${name}#${task}`;
    printed.set(step, [...(printed.get(step) ?? []), text]);
    if (isQuiet || !text.startsWith('cache miss')) continue;
    if (count === 0) console.log('Building Parley');
    count += 1;
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`  ${name.padEnd(12)} ${task.replace(':', ' ')} (${seconds} s)`);
  }
  const [code] = await ended;
  if (code === 0) return true;
  const failed = listFailed(errors.join(''));
  explainFailure(failed, printed, errors.join(''));
  // Without a template, the start takes longer. If the start fails too, it prints the reason.
  return failed.length > 0 && failed.every((step) => step.endsWith('#template'));
}

/** @param {string} errors of turbo, which name the steps that failed */
function listFailed(errors) {
  const found = [...errors.matchAll(/^@parley\/(\S+): +ERROR/gm)];
  return [...new Set(found.map(([, step = '']) => step))];
}

/**
 * @param {readonly string[]} failed
 * @param {ReadonlyMap<string, string[]>} printed by each step
 * @param {string} errors of turbo
 */
function explainFailure(failed, printed, errors) {
  for (const step of failed) {
    const lines = (printed.get(step) ?? []).filter((line) => !/^(?:cache miss|> |npm )/.test(line));
    console.error(`\n${step.replace('#', ', ')} failed:\n\n${lines.join('\n').trim()}`);
  }
  if (failed.length === 0) console.error(errors.trim());
}
