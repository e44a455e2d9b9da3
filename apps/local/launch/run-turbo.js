import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Starts a run of turbo with its output piped. It uses the binary of turbo if there is one: the script around
 * it starts another Node, which takes longer than a build without changes.
 *
 * @param {readonly string[]} args
 */
export function runTurbo(args) {
  const [program, ...first] = findTurbo();
  return spawn(program, [...first, 'run', ...args], {
    cwd: findRoot(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DO_NOT_TRACK: '1',
      TURBO_UI: 'false',
      npm_config_loglevel: 'silent',
      NODE_OPTIONS: '',
    },
  });
}

/** Finds the root of the repository, which is found both from this file and from its copy in the build. */
export function findRoot() {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'turbo.json')) || !existsSync(join(folder, 'package-lock.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The programs of Parley must stay in their repository.');
    folder = parent;
  }
  return folder;
}

/** @returns {string[]} */
function findTurbo() {
  const { resolve } = createRequire(import.meta.url);
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const machine = process.arch === 'x64' ? '64' : process.arch;
  try {
    return [resolve(`@turbo/${system}-${machine}/bin/turbo`)];
  } catch {
    return [process.execPath, resolve('turbo/bin/turbo')];
  }
}
