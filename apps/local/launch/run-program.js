import { rm } from 'node:fs/promises';
import { findProgram } from './find-program.js';
import { buildService, quickStart } from './run-tasks.js';

/**
 * The programs that build changed sources before they start, and their build tasks. A bundle would slow down each
 * reload of dev.
 */
const building = new Map([
  ['start', quickStart],
  ['demo', quickStart],
  ['dev', ['build']],
]);

/**
 * Runs the built program of that name. What follows a slash, as in `cli/token`, is its first argument.
 *
 * @param {string} path
 */
export async function runProgram(path) {
  const [name, ...first] = path.split('/');
  process.argv.splice(2, 0, ...first);
  const tasks = building.get(name);
  if (tasks && !(await buildService(tasks))) {
    process.exitCode = 1;
    return;
  }
  if (name === 'dev') await removeOlderBundles();
  const program = findProgram(name);
  if (program) await import(program.href);
  else {
    console.error('Parley is not built yet: run npm run build, or npm start, first.');
    process.exitCode = 1;
  }
}

/** While dev builds changed sources, the processes and commands must run these builds and not their older bundle. */
async function removeOlderBundles() {
  for (const folder of ['cli', 'processes']) {
    await rm(new URL(`../bundle/${folder}`, import.meta.url), { recursive: true, force: true });
  }
}
