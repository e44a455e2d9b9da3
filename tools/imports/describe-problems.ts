import { findCycles } from './find-cycles.js';
import { buildFolderGraph, type FolderGraph } from './folder-graph.js';
import type { BrokenRule, FoundImports } from './read-imports.js';

/** Returns each forbidden import and each cycle of folders, with advice. */
export function describeProblems({ imports, brokenRules }: FoundImports): string[] {
  const graph = buildFolderGraph(imports);
  return [...brokenRules.map(describeRule), ...findCycles(graph).map((cycle) => describeCycle(graph, cycle))];
}

function describeRule({ from, to, cycle, advice }: BrokenRule): string {
  const way = cycle.length > 0 ? cycle : [to];
  return `${[from, ...way].join('\n  → ')}\n  ${advice}`;
}

function describeCycle(graph: FolderGraph, cycle: readonly string[]): string {
  const steps = cycle.map((folder, index) => {
    const next = cycle[(index + 1) % cycle.length] ?? folder;
    const files = (graph.get(folder)?.get(next) ?? []).map(({ from, to }) => `    ${from} → ${to}`);
    const more = files.length > 3 ? [`    and ${files.length - 3} more`] : [];
    return [`  ${folder} → ${next}`, ...files.slice(0, 3), ...more].join('\n');
  });
  return [
    `A cycle of ${cycle.length} folders:`,
    ...steps,
    '  Move what both need to a folder below them, or the file that calls back to a folder above them.',
  ].join('\n');
}
