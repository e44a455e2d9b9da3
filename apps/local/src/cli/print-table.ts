/** Formats columns as wide as their widest cell. Without rows, the text is empty. */
export function printTable<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
): string {
  if (rows.length === 0) return '';
  const names = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((read) => read(row)));
  const lines = [names.map((name) => name.toUpperCase()), ...cells];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
