import { existsSync } from 'node:fs';

/** The programs that are in other folders than the commands. */
const others = new Map([
  ['api', '../../api/dist/main.js'],
  ['worker', '../../worker/dist/main.js'],
]);

/**
 * Finds the built program of that name: its bundle, which loads faster, or else its modules.
 *
 * @param {string} name
 * @returns {URL | undefined}
 */
export function findProgram(name) {
  return [`../bundle/${name}.js`, others.get(name) ?? `../dist/apps/local/src/${name}.js`]
    .map((path) => new URL(path, import.meta.url))
    .find((program) => existsSync(program));
}
