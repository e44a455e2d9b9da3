import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of a folder of the docs. */
export const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Returns the pages by their paths below the folder. */
export async function readFiles(root: string, ending: string): Promise<Array<[name: string, text: string]>> {
  if (!existsSync(root)) throw new Error('The site is not there yet: run npm run site first.');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
  return Promise.all(
    files.map(async (file): Promise<[string, string]> => {
      const path = join(file.parentPath, file.name);
      return [relative(root, path), await readFile(path, 'utf8')];
    }),
  );
}
