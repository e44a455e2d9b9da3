import { printable } from './printable.js';
import type { Style } from './style.js';

/** Renders rows below their headings, in columns as wide as their longest cell. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = headings.map((heading, column) =>
    Math.max(...[heading, ...cells.map((row) => row[column] ?? '')].map((cell) => [...cell].length)),
  );
  const join = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd();
  return [style.bold(join(headings)), ...cells.map(join)].map((line) => `${line}\n`).join('');
}
