import type { ContractVersion, OperationEntry } from '../list-entries.js';
import { formatBytes, operationLink, renderTable } from '../markdown.js';

/** Renders the maximum size of bodies that differs from the default of the document. */
export function renderBodyLimits({ document }: ContractVersion, entries: readonly OperationEntry[]): string {
  const usual = document['x-body-limit'];
  const others = entries.filter(({ bodyLimitBytes }) => bodyLimitBytes !== usual);
  const sizes = [...new Set(others.map(({ bodyLimitBytes }) => bodyLimitBytes))].sort((a, b) => a - b);
  const rows = sizes.map((size) => [
    formatBytes(size),
    others
      .filter(({ bodyLimitBytes }) => bodyLimitBytes === size)
      .map(operationLink)
      .join(', '),
  ]);
  return renderTable(['Largest body', 'Of'], [[formatBytes(usual), 'every other operation'], ...rows]);
}
