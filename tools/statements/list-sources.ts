import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const parts = ['packages/core', 'packages/database', 'apps/api', 'apps/local', 'apps/worker'];

/** Lists every source file that may contain statements. */
export function listSources(root: string): string[] {
  return parts.flatMap((part) => listFiles(join(root, part, 'src')));
}

/** Lists the test files of the same packages. */
export function listTests(root: string): string[] {
  return parts.flatMap((part) => listFiles(join(root, part, 'test')));
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
}
