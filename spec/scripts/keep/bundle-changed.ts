import { join } from 'node:path';
import { bundleDocument } from '../bundle-document.js';
import { specFolder } from '../redocly.js';
import type { Version } from '../versions.js';
import { hashFile, hashSources, readSources } from './hash-sources.js';
import { readKept, writeKept } from './kept-file.js';

/** Bundles a version unless its bundle is that of the same sources. */
export async function bundleChanged(version: Version, sources = readSources(version)): Promise<void> {
  const exact = hashSources(sources);
  const file = join(specFolder, 'dist', `${version}.json`);
  const kept = readKept(`bundle-${version}`);
  if (kept.exact === exact && kept.bundle === hashFile(file)) return;
  await bundleDocument(version);
  // Redocly reads the files after they were hashed, and somebody may have saved one in between.
  if (hashSources(readSources(version)) === exact)
    await writeKept(`bundle-${version}`, { exact, bundle: hashFile(file) });
}
