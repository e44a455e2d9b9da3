import type { OperationEntry } from './list-entries.js';

/** What pages and the search show of an operation; the rest is in the document of the reference. */
export function pickShown(entry: OperationEntry) {
  const { version, operationId, method, fullPath, tag, summary, description, link } = entry;
  return { version, operationId, method, fullPath, tag, summary, description, link };
}
