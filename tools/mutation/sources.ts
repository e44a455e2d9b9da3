import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The code whose rules the tests have to protect. */
const roots = ['packages/core/src', 'packages/presenters/src', 'apps/api/src'];

export interface Source {
  readonly file: string;
  readonly text: string;
}

export async function readSources(folder: string): Promise<Source[]> {
  const lists = await Promise.all(
    roots.map(async (root) => {
      const entries = await readdir(join(folder, root), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .filter((file) => !file.includes('/generated/'));
    }),
  );
  const files = lists.flat().sort();
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })));
}
