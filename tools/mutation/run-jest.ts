import { runNpm } from '../tests/run-npm.js';

/** Runs `npm run test:jest`. When the signal aborts, all processes of the run are killed, also one whose mutant hangs. */
export function runJest(
  args: readonly string[],
  options: { readonly env: Readonly<Record<string, string>>; readonly signal: AbortSignal },
) {
  return runNpm(['run', '--silent', 'test:jest', '--', ...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
    killSignal: 'SIGKILL',
  });
}
