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
  const head = readBundle(version);
  edit(head);
  return compareDocuments(unedited(version), head);
}

/** A copy of the real document, which a test can edit. */
export function readBundle(version: Version): EditableDocument {
  return JSON.parse(textOf(version));
}

const documents = new Map<Version, EditableDocument>();

/** The real document, which no test may edit: all of them share it. */
export function unedited(version: Version): EditableDocument {
  const document = documents.get(version) ?? readBundle(version);
  documents.set(version, document);
  return document;
}

const texts = new Map<Version, string>();

function textOf(version: Version): string {
  const text = texts.get(version) ?? readFileSync(join(specFolder, `dist/${version}.json`), 'utf8');
  texts.set(version, text);
  return text;
}
