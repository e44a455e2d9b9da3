import { execFileSync } from 'node:child_process';

export type Git = (...args: string[]) => string | undefined;

/** Runs Git in a folder; undefined if the command fails. */
export function createGit(folder: string): Git {
  return (...args) => {
    try {
      return execFileSync('git', args, {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 256 * 1024 * 1024,
      }).trim();
    } catch {
      return undefined;
    }
  };
}
