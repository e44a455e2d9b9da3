import type { OperationEntry } from './list-entries.js';

/** Returns the data of an operation that pages and the search show; the rest is in the reference. */
export function pickShown(entry: OperationEntry) {
  const { version, operationId, method, fullPath, tag, summary, description, link } = entry;
  return { version, operationId, method, fullPath, tag, summary, description, link };
}
