import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Builds the programs that have changed since their last build. Tests start the built programs, as they are released,
 * which takes a third of the time that the sources would take.
 */
export function buildPrograms(): void {
  execFileSync(
    'node_modules/.bin/turbo',
    ['run', 'build', 'bundle', 'template', '--filter=@parley/local...', '--output-logs=errors-only'],
    {
      cwd: root,
      env: { ...process.env, DO_NOT_TRACK: '1', NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}
