import type { Count, LeafResult } from './compare-leaves.js';
import type { LeafKind } from './shape.js';

const titles: Readonly<Record<LeafKind, string>> = {
  property: 'properties',
  null: 'nulls',
  value: 'values',
  key: 'error keys',
};

/** Renders one row for each operation and event, and the total of all leaves. */
export function renderLeaves({ rows, total }: LeafResult): string {
  const width = Math.max(...rows.map(({ owner }) => owner.length));
  const columns = Object.entries(titles);
  const header = columns.map(([, title]) => title.padStart(12)).join('');
  const lines = [...rows, { owner: 'All, each once', counts: total }].map(
    ({ owner, counts }) => `${owner.padEnd(width)}${Object.values(counts).map(renderCount).join('')}`,
  );
  return [`${'Leaves seen'.padEnd(width)}${header}`, ...lines, legend].join('\n');
}

const legend = '3/4: one of four was never seen   3+1/4: one of four is never shown, explained';

function renderCount({ seen, explained, declared }: Count): string {
  if (declared === 0) return '·'.padStart(12);
  return `${seen}${explained > 0 ? `+${explained}` : ''}/${declared}`.padStart(12);
}
