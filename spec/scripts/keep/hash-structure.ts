import type { Source } from './hash-sources.js';
import { hash, hashSources } from './hash-sources.js';
import { readKept, writeKept } from './kept-file.js';
import { maskTexts } from './mask-texts.js';

/** Returns a hash that stays the same if only texts for people change. */
export async function hashStructure(sources: readonly Source[]): Promise<string> {
  // What the program does with a file is one of the sources, and a change of it makes the kept hashes useless.
  const program = hash(JSON.stringify(sources.filter(({ file }) => file.startsWith('scripts/keep/'))));
  const kept = readKept(`masked-${program.slice(0, 12)}`);
  const masked: Record<string, unknown> = {};
  const result = sources.map(({ file, text }) => {
    if (!isContract(file)) return { file, text };
    const exact = hash(text);
    // Parsing all files takes seconds, and one edit changes few of them.
    masked[exact] = kept[exact] ?? hash(maskTexts(text));
    return { file, text: String(masked[exact]) };
  });
  await writeKept(`masked-${program.slice(0, 12)}`, { ...kept, ...masked });
  return hashSources(result);
}

/** An example is a value, so each of its texts counts. */
function isContract(file: string): boolean {
  return /^(?:v\d|shared)\/.+\.yaml$/.test(file) && !file.includes('/examples/');
}
