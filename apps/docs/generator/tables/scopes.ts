import type { OperationEntry } from '../list-entries.js';
import { code, operationLink, renderTable } from '../markdown.js';

/** Renders the operations that each scope allows. */
export function renderScopes(entries: readonly OperationEntry[]): string {
  const scopes = [...new Set(entries.flatMap((entry) => entry.scopes))].sort();
  const rows = scopes.map((scope) => [
    code(scope),
    entries
      .filter((entry) => entry.scopes.includes(scope))
      .map(operationLink)
      .join(', '),
  ]);
  return renderTable(['Scope', 'Allows'], rows);
}
