import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testRunFolder } from './database/test-server.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Builds the programs that have changed since their last build, once in a test run. Tests start the built programs, as
 * they are released, which takes a third of the time that the sources would take.
 */
export function buildPrograms(): void {
  const mark = join(testRunFolder(), 'programs-are-built');
  if (existsSync(mark)) return;
  execFileSync(
    'node_modules/.bin/turbo',
    ['run', 'build', 'bundle', 'template', '--filter=@parley/local...', '--output-logs=errors-only'],
    {
      cwd: root,
      env: { ...process.env, DO_NOT_TRACK: '1', NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  writeFileSync(mark, '');
}
