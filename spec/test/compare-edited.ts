import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from '../scripts/change.js';
import { compareDocuments } from '../scripts/compare-documents.js';
import { specFolder } from '../scripts/redocly.js';
import type { Version } from '../scripts/versions.js';

// biome-ignore lint/suspicious/noExplicitAny: tests edit documents freely; a wrong key throws and fails the test.
export type EditableDocument = any;

/** The changes that the gate finds when the real document is edited. */
export async function compareEdited(
  version: Version,
  edit: (document: EditableDocument) => void,
): Promise<Change[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-diff-'));
  try {
    const base = join(specFolder, `dist/${version}.json`);
    const head = join(folder, `${version}.json`);
    const document: EditableDocument = JSON.parse(await readFile(base, 'utf8'));
    edit(document);
    await writeFile(head, JSON.stringify(document));
    return await compareDocuments(base, head);
  } finally {
    await rm(folder, { recursive: true });
  }
}
