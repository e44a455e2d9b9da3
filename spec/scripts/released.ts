import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../rules/read-json.js';
import { ContractError } from './contract-error.js';
import type { ContractDocument } from './read-document.js';
import { specFolder } from './redocly.js';
import { type Version, versions } from './versions.js';

const folder = join(specFolder, 'released');
const lock = join(folder, 'lock.json');
const restore = 'Restore spec/released from Git: only `npm run contract:release` writes it.';

/** The document of the last release; null if the version was never released. */
export async function readReleased(version: Version): Promise<ContractDocument | null> {
  const text = await readReleasedFile(`${version}.json`);
  return text === null ? null : JSON.parse(text);
}

/** A file that a release has written; null if there was no release. A changed or missing file is refused. */
export async function readReleasedFile(name: string): Promise<string | null> {
  const file = join(folder, name);
  const expected = (await readLock())[name];
  if (!existsSync(file)) {
    if (expected === undefined) return null;
    throw new ContractError(`spec/released/${name} is missing. ${restore}`);
  }
  const text = await readFile(file, 'utf8');
  if (hash(text) === expected) return text;
  throw new ContractError(`spec/released/${name} was not written by a release. ${restore}`);
}

async function readLock(): Promise<Readonly<Record<string, unknown>>> {
  if (!existsSync(lock)) {
    if (!versions.some((version) => existsSync(join(folder, `${version}.json`)))) return {};
    throw new ContractError(`spec/released/lock.json is missing. ${restore}`);
  }
  const content: unknown = JSON.parse(await readFile(lock, 'utf8'));
  if (isObject(content)) return content;
  throw new ContractError(`spec/released/lock.json was not written by a release. ${restore}`);
}

/** Writes the files of a release, which are the documents and the history, and a lock file with their hashes. */
export async function writeReleased(files: ReadonlyMap<string, unknown>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const hashes: Record<string, string> = {};
  for (const [name, content] of files) {
    const text = `${JSON.stringify(content, null, 2)}\n`;
    await writeFile(join(folder, name), text);
    hashes[name] = hash(text);
  }
  await writeFile(lock, `${JSON.stringify(hashes, null, 2)}\n`);
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
