/** Renders columns that are as wide as their widest cell; numbers are aligned to the right. */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const isNumeric = header.map((_, column) => rows.every((row) => /^\d*$/.test(row[column] ?? '')));
  const renderRow = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [
    renderRow(header),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...rows.map(renderRow),
  ].join('\n');
}
