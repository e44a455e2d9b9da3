import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';

/** The code whose rules the tests have to protect. */
const roots = ['packages/core/src', 'packages/presenters/src', 'apps/api/src'];

export interface Source {
  readonly file: string;
  readonly text: string;
  readonly hash: string;
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
  return Promise.all(
    lists
      .flat()
      .sort()
      .map(async (file) => {
        const text = await readFile(join(folder, file), 'utf8');
        return { file, text, hash: createHash('sha256').update(text).digest('hex') };
      }),
  );
}

/** Writes changed sources as JavaScript, and the list by URL that the loader reads. Returns the path of the list. */
export async function writeSources(
  folder: string,
  target: string,
  changed: ReadonlyMap<string, string>,
): Promise<string> {
  await mkdir(target, { recursive: true });
  const entries = await Promise.all(
    [...changed].map(async ([file, text], index) => {
      const { code } = await transform(text, {
        loader: 'ts',
        format: 'esm',
        target: 'node20',
        sourcefile: file,
      });
      const path = join(target, `${index}.js`);
      await writeFile(path, code);
      return [pathToFileURL(join(folder, file)).href, path] as const;
    }),
  );
  const list = join(target, 'sources.json');
  await writeFile(list, JSON.stringify(Object.fromEntries(entries)));
  return list;
}
