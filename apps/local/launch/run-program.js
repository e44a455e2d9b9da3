import { existsSync } from 'node:fs';
import { buildService } from './run-tasks.js';

/** The programs that build what has changed before they start. */
const building = new Set(['start', 'dev', 'demo']);

/** Those that live beside the programs of this folder. */
const others = new Map([
  ['api', '../../api/dist/main.js'],
  ['worker', '../../worker/dist/main.js'],
]);

/**
 * Runs the built program of that name.
 *
 * @param {string} name
 */
export async function runProgram(name) {
  if (building.has(name) && !(await buildService())) {
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
