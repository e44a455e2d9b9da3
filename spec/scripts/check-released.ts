import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOf, objectOf } from '../rules/read-json.js';
import type { JsonObject } from '../rules/redocly-plugin.js';
import { isSame } from './comparison/read-core.js';
import { ContractError } from './contract-error.js';
import type { MergeBase } from './merge-base.js';
import { specFolder } from './redocly.js';
import { versions } from './versions.js';

/**
 * Refuses another baseline than that of the commit that the branch started from, unless this change is a release. The
 * hashes alone do not protect the baseline: whoever replaces it can compute them again, or delete all of it.
 */
export async function checkReleased(base: Pick<MergeBase, 'readText'>, folder = specFolder): Promise<void> {
  const before = parse(base.readText('released/lock.json'));
  if (before === undefined || keepsAll(objectOf(before), objectOf(await read('released/lock.json', folder))))
    return;
  const was = listOf(parse(base.readText('released/history.json')));
  const is = listOf(await read('released/history.json', folder));
  if (extendsHistory(was, is) && (await areCurrent(folder))) return;
  throw new ContractError(
    'spec/released differs from the commit that this branch started from, and this is not a release. Restore it from Git: only `npm run contract:release` writes it.',
  );
}

/** Whether this change has another lock file than the commit that the branch started from: it contains a release. */
export async function isRelease(base: Pick<MergeBase, 'readText'>, folder = specFolder): Promise<boolean> {
  const before = parse(base.readText('released/lock.json'));
  return before !== undefined && !isSame(before, await read('released/lock.json', folder));
}

/** Tells whether every file that had a hash still has the same one. Further files may be protected. */
function keepsAll(before: JsonObject, after: JsonObject): boolean {
  return Object.entries(before).every(([name, hash]) => after[name] === hash);
}

/** A release adds its entries above the earlier ones, which stay as they are. */
function extendsHistory(was: readonly unknown[], is: readonly unknown[]): boolean {
  return is.length > was.length && isSame(is.slice(is.length - was.length), was);
}

/** A release makes the current bundles the baseline. */
async function areCurrent(folder: string): Promise<boolean> {
  const pairs = versions.map(async (version) =>
    isSame(await read(`released/${version}.json`, folder), await read(`dist/${version}.json`, folder)),
  );
  return (await Promise.all(pairs)).every(Boolean);
}

async function read(file: string, folder: string): Promise<unknown> {
  const path = join(folder, file);
  return existsSync(path) ? parse(await readFile(path, 'utf8')) : undefined;
}

function parse(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}
