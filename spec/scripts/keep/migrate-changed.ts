import { join } from 'node:path';
import { specFolder } from '../redocly.js';
import { type Version, versions } from '../versions.js';
import { writeMigration } from '../write-migration.js';
import { hash, hashFile, readSources, type Source } from './hash-sources.js';
import { hashStructure } from './hash-structure.js';
import { readKept, writeKept } from './kept-file.js';

/**
 * Writes the migration from v2 to v3 after both versions are bundled, unless it is that of the same structure: texts for people
 * do not change it.
 */
export async function migrateChanged(
  bundled: Promise<unknown>,
  read: (version: Version) => readonly Source[] = readSources,
): Promise<void> {
  const file = join(specFolder, 'dist/migration.json');
  const kept = readKept('migration');
  const structure = await hashStructures(read);
  if (kept.structure === structure && kept.migration === hashFile(file)) return;
  await bundled;
  await writeMigration();
  // The bundles may have a change that somebody saved after the structure was hashed.
  if ((await hashStructures(readSources)) === structure)
    await writeKept('migration', { structure, migration: hashFile(file) });
}

async function hashStructures(read: (version: Version) => readonly Source[]): Promise<string> {
  const structures = versions.map((version) => hashStructure(version, read(version)));
  return hash(JSON.stringify(await Promise.all(structures)));
}
