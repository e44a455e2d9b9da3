import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { objectOf } from '../rules/read-json.js';
import type { Comparison } from './change.js';
import { isRelease } from './check-released.js';
import type { MergeBase } from './merge-base.js';
import { specFolder } from './redocly.js';

/**
 * Finds out whether this branch changes something for partners without a changeset, from which the version of
 * `@parley/contract` and its changelog are made. `changeset status` does not notice it: the documents belong to a private
 * package, and it ignores those.
 */
export async function findMissingChangeset(
  own: readonly Comparison[],
  base: Pick<MergeBase, 'readText'>,
  folder = specFolder,
): Promise<string[]> {
  const changed = own.filter(({ changes }) => changes.some(({ severity }) => severity !== 'other'));
  // A release has used up its changesets.
  if (changed.length === 0 || (await isRelease(base, folder))) return [];
  const changesets = await listChangesets(base, folder);
  return changesets.some(namesContract) ? [] : [message];
}

const message =
  'The contract changes for partners, and no changeset of this branch names `@parley/contract`. Run `npm run changeset`, or create `.changeset/<any name>.md`: `"@parley/contract": minor` between two lines of `---`, and below them what partners can do now.';

/** The texts of the changesets that are new or have changed, as `changeset status --since` counts them. */
async function listChangesets(base: Pick<MergeBase, 'readText'>, folder: string): Promise<string[]> {
  const home = join(folder, '../.changeset');
  if (!existsSync(home)) return [];
  const names = (await readdir(home)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const texts = names.map(async (name) => {
    const text = await readFile(join(home, name), 'utf8');
    return base.readText(`../.changeset/${name}`) === text.trim() ? [] : [text];
  });
  return (await Promise.all(texts)).flat();
}

function namesContract(changeset: string): boolean {
  const [, packages = ''] = changeset.split(/^---$/m);
  return ['patch', 'minor', 'major'].includes(String(objectOf(parse(packages))['@parley/contract']));
}
