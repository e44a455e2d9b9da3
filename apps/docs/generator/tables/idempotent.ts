import type { OperationEntry } from '../list-entries.js';
import { operationLink, renderTable } from '../markdown.js';

/** Whether each operation can be repeated, and how. */
export function renderRetries(entries: readonly OperationEntry[]): string {
  const kinds: ReadonlyArray<readonly [string, (entry: OperationEntry) => boolean]> = [
    ['With a key', ({ idempotent }) => idempotent],
    ['Without a key: it only reads', ({ idempotent, scopes }) => !idempotent && scopes.every(isRead)],
    [
      'Without a key: repeating the request has no further effect',
      ({ idempotent, scopes }) => !idempotent && !scopes.every(isRead),
    ],
  ];
  const rows = kinds.map(([name, belongs]) => [name, entries.filter(belongs).map(operationLink).join(', ')]);
  return renderTable(['Safe to repeat', 'Operations'], rows);
}

function isRead(scope: string): boolean {
  return scope.endsWith(':read');
}
