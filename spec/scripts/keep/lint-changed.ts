import { lintVersion } from '../lint-version.js';
import type { Version } from '../versions.js';
import { hash, hashSources, readSources, type Source } from './hash-sources.js';
import { hashStructure } from './hash-structure.js';
import { readKept, writeKept } from './kept-file.js';
import { lintTexts } from './lint-texts.js';

/**
 * Lints a version unless the same sources had no problem before. If only texts have changed since then, it checks only the texts
 * of the changed files. `npm test` always runs all rules.
 */
export async function lintChanged(version: Version, sources = readSources(version)): Promise<string[]> {
  const exact = hashSources(sources);
  const kept = readKept(`lint-${version}`);
  if (kept.exact === exact) return [];
  // Without an earlier run there is nothing to compare with, and Redocly runs while the hash is computed.
  const running = kept.structure === undefined ? lintVersion(version) : undefined;
  const structure = await hashStructure(version, sources);
  const problems =
    kept.structure === structure
      ? listChanged(sources, kept.files).flatMap(lintTexts)
      : await (running ?? lintVersion(version));
  // Redocly reads the files after they were hashed, and somebody may have saved one in between.
  const isSame = hashSources(readSources(version)) === exact;
  const files = sources.map(({ text }) => hash(text));
  if (problems.length === 0 && isSame) await writeKept(`lint-${version}`, { exact, structure, files });
  return problems;
}

/** A file that was linted without a problem has none as long as its text stays the same. */
function listChanged(sources: readonly Source[], linted: unknown): Source[] {
  const known = new Set(Array.isArray(linted) ? linted : []);
  return sources.filter(({ file, text }) => file.endsWith('.yaml') && !known.has(hash(text)));
}
