import { existsSync } from 'node:fs';

/** The processes of the service, and the commands of an operator, which are one program. */
const programs = new Map([
  ['api', ['../bundle/processes/api.js', '../../api/dist/main.js']],
  ['worker', ['../bundle/processes/worker.js', '../../worker/dist/main.js']],
  ['cli', ['../bundle/cli/main.js', '../dist/apps/local/src/cli/main.js']],
]);

/**
 * Finds the built program of that name: its bundle, which loads faster, or else its modules.
 *
 * @param {string} name
 * @returns {URL | undefined}
 */
export function findProgram(name) {
  const paths = programs.get(name) ?? [`../bundle/${name}.js`, `../dist/apps/local/src/${name}.js`];
  return paths.map((path) => new URL(path, import.meta.url)).find((program) => existsSync(program));
}
