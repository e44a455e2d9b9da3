import type { OperationEntry } from '../list-entries.js';
import { code, operationLink, renderTable } from '../markdown.js';

/** Renders the fields that each search can filter and sort by, and how they compare. */
export function renderFilterFields(entries: readonly OperationEntry[]): string {
  const rows = entries.flatMap((entry) => {
    if (!entry.filterFields) return [];
    return [[operationLink(entry), describeFields(entry.filterFields)]];
  });
  return renderTable(['Search', 'Fields'], rows);
}

function describeFields(fields: NonNullable<OperationEntry['filterFields']>): string {
  const kinds = [...new Set(Object.values(fields))];
  return kinds
    .map((kind) => {
      const names = Object.keys(fields).filter((name) => fields[name] === kind);
      return `${kind}: ${names.map(code).join(' ')}`;
    })
    .join('<br>');
}
