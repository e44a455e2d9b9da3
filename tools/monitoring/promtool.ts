import { spawnSync } from 'node:child_process';

/** Whether Prometheus is installed (on Debian: `apt-get install prometheus`). */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Runs promtool, and returns what it prints when it fails. */
export function runPromtool(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
