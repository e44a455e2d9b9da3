import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../scripts/change.js';
import { compareDocuments } from '../scripts/compare-documents.js';
import { specFolder } from '../scripts/redocly.js';
import type { Version } from '../scripts/versions.js';

// biome-ignore lint/suspicious/noExplicitAny: tests edit documents freely; a wrong key throws and fails the test.
export type EditableDocument = any;

/** The changes that the gate finds when the real document is edited. */
export function compareEdited(version: Version, edit: (document: EditableDocument) => void): Change[] {
  const [base, head] = [readBundle(version), readBundle(version)];
  edit(head);
  return compareDocuments(base, head);
}

export function readBundle(version: Version): EditableDocument {
  return JSON.parse(readFileSync(join(specFolder, `dist/${version}.json`), 'utf8'));
}
