import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildMigration } from './migration/build-migration.js';
import { readDocument } from './read-document.js';
import { specFolder } from './redocly.js';

/** Writes the migration from v2 to v3 to a file, and fails if it is incomplete. */
export async function writeMigration(): Promise<void> {
  const [current, legacy] = await Promise.all(
    ['v3', 'v2'].map((version) => readDocument(join(specFolder, `dist/${version}.json`))),
  );
  if (!current || !legacy) throw new Error('Both versions are needed.');
  await writeFile(join(specFolder, 'dist/migration.json'), JSON.stringify(buildMigration(legacy, current)));
}
