import type { OperationEntry } from '../list-entries.js';
import { operationLink, renderTable } from '../markdown.js';

/** How each operation may be repeated. */
export function renderRetries(entries: readonly OperationEntry[]): string {
  const kinds: ReadonlyArray<readonly [string, (entry: OperationEntry) => boolean]> = [
    ['With a key', ({ idempotent }) => idempotent],
    ['As it is: it only reads', ({ idempotent, scopes }) => !idempotent && scopes.every(isRead)],
    [
      'As it is: twice says the same as once',
      ({ idempotent, scopes }) => !idempotent && !scopes.every(isRead),
    ],
  ];
  const rows = kinds.map(([name, belongs]) => [name, entries.filter(belongs).map(operationLink).join(', ')]);
  return renderTable(['Safe to repeat', 'Operations'], rows);
}

function isRead(scope: string): boolean {
  return scope.endsWith(':read');
}
