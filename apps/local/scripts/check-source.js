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
  const [name] = sources;
  if (name === undefined) throw new Error(`The source map of ${path} names no source.`);
  const source = resolve(path, '..', name);
  if (!existsSync(source))
    throw new Error(
      `${path} was built from ${source}, which is gone. Remove the reference, delete dist and build again.`,
    );
}
