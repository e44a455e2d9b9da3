import type { Cell, CoverageResult } from './compare-coverage.js';

const signs: Record<Cell, string> = { seen: '●', explained: '○', missing: '✗', undeclared: '·' };

/** Renders the table of operations and statuses. */
export function renderCoverage({ statuses, rows }: CoverageResult): string {
  const title = 'Operation × status';
  const width = Math.max(title.length, ...rows.map(({ name }) => name.length));
  const header = `${title.padEnd(width)} ${statuses.map((status) => ` ${status}`).join('')}`;
  const lines = rows.map(
    ({ name, cells }) => `${name.padEnd(width)} ${cells.map((cell) => `  ${signs[cell]} `).join('')}`,
  );
  const legend =
    '● seen on the wire   ○ cannot happen, explained   ✗ declared and never seen   · not declared';
  return [header, ...lines, legend].join('\n');
}
