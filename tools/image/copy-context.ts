import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies the files of the repository that Docker would send to the build: those that `.dockerignore` does not exclude. */
export async function copyContext(root: string, target: string): Promise<void> {
  const isIgnored = readIgnored(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  const paths = listed.trim().split('\n');
  for (const path of paths) {
    if (!isIgnored(path) && existsSync(join(root, path))) await cp(join(root, path), join(target, path));
  }
}

/** Knows the patterns that our `.dockerignore` uses: a path from the root, or a double star, and stars within names. */
export function readIgnored(text: string): (path: string) => boolean {
  const patterns = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const expressions = patterns.map((pattern) => {
    if (/[!?[\]\\]/.test(pattern)) throw new Error(`This pattern of .dockerignore is not known: ${pattern}`);
    const name = pattern
      .replace(/^\*\*\//, '')
      .replaceAll('.', '\\.')
      .replaceAll('*', '[^/]*');
    return new RegExp(`${pattern.startsWith('**/') ? '(?:^|/)' : '^'}${name}(?:/|$)`);
  });
  return (path) => expressions.some((expression) => expression.test(path));
}
