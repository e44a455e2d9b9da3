import { join } from 'node:path';
import type { Comparison } from './change.js';
import { compareDocuments, listAsAdditions } from './compare-documents.js';
import { readDocument } from './read-document.js';
import { specFolder } from './redocly.js';
import { readReleased } from './released.js';
import type { Version } from './versions.js';

/** The changes of the current bundle since the last release of its version. */
export async function compareWithRelease(version: Version): Promise<Comparison> {
  const document = await readDocument(join(specFolder, `dist/${version}.json`));
  const current = document.info.version;
  const released = await readReleased(version);
  if (released === null) return { version, released: null, current, changes: listAsAdditions(document) };
  const changes = compareDocuments(released, document);
  return { version, released: released.info.version, current, changes };
}
