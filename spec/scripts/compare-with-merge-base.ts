import { join } from 'node:path';
import type { Comparison } from './change.js';
import { compareDocuments, listAsAdditions } from './compare-documents.js';
import type { MergeBase } from './merge-base.js';
import { readDocument } from './read-document.js';
import { specFolder } from './redocly.js';
import type { Version } from './versions.js';

/** The changes of a version since the commit that a branch started from. */
export async function compareWithMergeBase(base: MergeBase, version: Version): Promise<Comparison> {
  const [before, after] = [
    await base.readDocument(version),
    await readDocument(join(specFolder, `dist/${version}.json`)),
  ];
  const current = after.info.version;
  if (before === null)
    return { version, released: null, current, changes: listAsAdditions(after), since: base.commit };
  const changes = compareDocuments(before, after);
  return { version, released: before.info.version, current, changes, since: base.commit };
}
