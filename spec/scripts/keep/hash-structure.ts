import { isObject } from '../../rules/read-json.js';
import type { Version } from '../versions.js';
import type { Source } from './hash-sources.js';
import { hash, hashSources } from './hash-sources.js';
import { readKept, writeKept } from './kept-file.js';
import { maskTexts } from './mask-texts.js';

/** Returns a hash that stays the same if only texts for people change. */
export async function hashStructure(version: Version, sources: readonly Source[]): Promise<string> {
  // What the program does with a file is one of the sources, and a change of it makes the kept hashes useless.
  const program = hash(JSON.stringify(sources.filter(({ file }) => file.startsWith('scripts/keep/'))));
  // The versions are hashed at the same time, so each has a file of its own.
  const kept = readKept(`masked-${version}`);
  const known = kept.program === program && isObject(kept.hashes) ? kept.hashes : {};
  const hashes: Record<string, unknown> = {};
  const result = sources.map(({ file, text }) => {
    if (!isContract(file)) return { file, text };
    const exact = hash(text);
    // Parsing all files takes seconds, and one edit changes few of them.
    hashes[exact] = known[exact] ?? hash(maskTexts(text));
    return { file, text: String(hashes[exact]) };
  });
  await writeKept(`masked-${version}`, { program, hashes });
  return hashSources(result);
}

/** An example is a value, so each of its texts counts. */
function isContract(file: string): boolean {
  return /^(?:v\d|shared)\/.+\.yaml$/.test(file) && !file.includes('/examples/');
}
