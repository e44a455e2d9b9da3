import { existsSync } from 'node:fs';
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

/** The programs in other folders. The first two are bundled, so that they load faster. */
const others = new Map([
  ['start', '../bundle/start.js'],
  ['demo', '../bundle/demo.js'],
  ['api', '../../api/dist/main.js'],
  ['worker', '../../worker/dist/main.js'],
]);

/**
 * Runs the built program of that name.
 *
 * @param {string} name
 */
export async function runProgram(name) {
  const tasks = building.get(name);
  if (tasks && !(await buildService(tasks))) {
    process.exitCode = 1;
    return;
  }
  const program = new URL(others.get(name) ?? `../dist/apps/local/src/${name}.js`, import.meta.url);
  if (existsSync(program)) await import(program.href);
  else {
    console.error('Parley is not built yet: run npm run build, or npm start, first.');
    process.exitCode = 1;
  }
}
