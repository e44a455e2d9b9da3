/** One line of the table. */
export interface Result {
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly isMet: boolean;
}

export function describeResults(results: readonly Result[]): string[] {
  const rows = [
    ['what', 'measured', 'bound', 'verdict'],
    ...results.map(({ what, measured, bound, isMet }) => [what, measured, bound, isMet ? 'ok' : 'MISSED']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
