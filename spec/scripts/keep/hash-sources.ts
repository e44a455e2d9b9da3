import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { specFolder } from '../redocly.js';
import type { Version } from '../versions.js';

/** A file by its path in the folder of the contract. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** Reads everything that the lint and the bundle of a version depend on. */
export function readSources(version: Version, folder = specFolder): Source[] {
  const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return /^\.?redocly\./.test(entry.name) ? [entry.name] : [];
    return [version, 'shared', 'rules', 'decorators', 'scripts'].includes(entry.name)
      ? listFiles(folder, entry.name)
      : [];
  });
  return files.sort().map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
}

/** The paths are joined without being normalized, which would take longer than to read the files. */
function listFiles(folder: string, parent: string): string[] {
  return readdirSync(join(folder, parent), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length).replace(/^\//, ''));
}

/** The same sources have the same hash only with the same packages and the same Node. */
export function hashSources(sources: readonly Source[]): string {
  const known =
    hashes.get(sources) ?? hash(JSON.stringify([process.version, hashFile(lockFile), ...sources]));
  hashes.set(sources, known);
  return known;
}

/** The bundle and the lint hash the same sources. */
const hashes = new WeakMap<readonly Source[], string>();

const lockFile = join(specFolder, '..', 'package-lock.json');

/** Returns undefined if there is no such file. */
export function hashFile(file: string): string | undefined {
  return existsSync(file) ? hash(readFileSync(file, 'utf8')) : undefined;
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
