import { type Tool, tools } from '@parley/contract/tools';
import type { OperationEntry } from '../list-entries.js';
import { code, operationLink, renderTable } from '../markdown.js';

const effects: Readonly<Record<Tool['hint'], string>> = {
  'read-only': 'reads',
  additive: 'adds something with each call',
  outgoing: '**can reach a customer**',
  destructive: '**deletes or overwrites**',
};

/** Renders the tools that models are offered, with their operation and the scopes that it needs. */
export function renderTools(entries: readonly OperationEntry[]): string {
  const rows = tools.flatMap(({ name, hint, operationId }) =>
    entries
      .filter((entry) => entry.operationId === operationId)
      .map((entry) => [code(name), operationLink(entry), effects[hint], entry.scopes.map(code).join(', ')]),
  );
  return renderTable(['Tool', 'Operation', 'Effect', 'Scope'], rows);
}
