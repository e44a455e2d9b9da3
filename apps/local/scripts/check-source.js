import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/**
 * Checks that a built module still has its source. A build removes nothing, so after a source has been moved, its old module
 * stays, and a bundle that names it works here and nowhere else.
 *
 * @param {string} path of a module that has a source map beside it
 */
export async function checkSource(path) {
  const { sources } = JSON.parse(await readFile(`${path}.map`, 'utf8'));
  const [source] = sources.map((name) => resolve(path, '..', name));
  if (!existsSync(source))
    throw new Error(`${path} was built from ${source}, which is gone. Remove what names it, then its dist.`);
}
