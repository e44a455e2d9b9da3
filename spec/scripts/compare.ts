import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Comparison } from './change.js';
import { compareDocuments, listAsAdditions } from './compare-documents.js';
import { runCommand } from './contract-error.js';
import { readDocument } from './read-document.js';
import { specFolder } from './redocly.js';
import { readVersions, type Version } from './versions.js';

/** Compares the bundles with the last release and writes the changes to a file; gate.ts judges them. */
await runCommand(async () => {
  for (const version of readVersions(process.argv.slice(2))) {
    const comparison = await compare(version);
    await writeFile(
      join(specFolder, `dist/${version}.changes.json`),
      `${JSON.stringify(comparison, null, 2)}\n`,
    );
    console.log(`${version}: ${comparison.changes.length} changes since the last release`);
  }
});

async function compare(version: Version): Promise<Comparison> {
  const bundle = join(specFolder, `dist/${version}.json`);
  const release = join(specFolder, `released/${version}.json`);
  const document = await readDocument(bundle);
  const current = document.info.version;
  if (!existsSync(release)) return { version, released: null, current, changes: listAsAdditions(document) };
  const released = await readDocument(release);
  const changes = compareDocuments(released, document);
  return { version, released: released.info.version, current, changes };
}
