import type { OperationEntry } from './list-entries.js';
import { operationLink, renderTable, requestLine } from './markdown.js';

/** What replaces each operation of v2. */
export function renderSuccessors(
  legacy: readonly OperationEntry[],
  current: readonly OperationEntry[],
): string {
  const rows = legacy.map((entry) => {
    const successor = current.find(({ operationId }) => operationId === entry.successor);
    return [
      `${operationLink(entry)}<br>${requestLine(entry)}`,
      successor ? `${operationLink(successor)}<br>${requestLine(successor)}` : 'nothing',
    ];
  });
  return renderTable(['v2', 'v3'], rows);
}
