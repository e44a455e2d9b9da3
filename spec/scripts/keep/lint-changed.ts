import { lintVersion } from '../lint-version.js';
import type { Version } from '../versions.js';
import { hashSources, readSources } from './hash-sources.js';
import { hashStructure } from './hash-structure.js';
import { readKept, writeKept } from './kept-file.js';

/**
 * Lints a version unless the same sources had no problem before. If only texts have changed since then, it runs only the rules
 * that read texts. `npm test` always runs all rules.
 */
export async function lintChanged(version: Version): Promise<string[]> {
  const sources = readSources(version);
  const exact = hashSources(sources);
  const kept = readKept(`lint-${version}`);
  if (kept.exact === exact) return [];
  // Without an earlier run there is nothing to compare with, and Redocly runs while the hash is computed.
  const running = kept.structure === undefined ? lintVersion(version) : undefined;
  const structure = await hashStructure(version, sources);
  const problems = await (running ?? lintVersion(version, kept.structure === structure ? 'texts' : 'all'));
  // Redocly reads the files after they were hashed, and somebody may have saved one in between.
  const isSame = hashSources(readSources(version)) === exact;
  if (problems.length === 0 && isSame) await writeKept(`lint-${version}`, { exact, structure });
  return problems;
}
