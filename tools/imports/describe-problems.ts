import { findCycles } from './find-cycles.js';
import { buildGraph, folderOf, type ImportGraph, isSource, workspaceOf } from './import-graph.js';
import type { Import } from './read-imports.js';
import { listAdvice } from './rules.js';

/** Returns each forbidden import and each cycle, with advice. */
export function describeProblems(imports: readonly Import[]): string[] {
  const sources = imports.filter(({ from }) => isSource(from));
  const files = buildGraph(imports, (file) => file);
  const folders = buildGraph(sources, folderOf);
  const workspaces = buildGraph(sources, workspaceOf);
  return [
    ...sources.flatMap((found) => listAdvice(found).map((advice) => describeImport(found, advice))),
    ...findCycles(files).map(describeCycleOfFiles),
    ...findCycles(folders).filter(hasFolder).map(describeCycle(folders, 'folder')),
    ...findCycles(workspaces).map(describeCycle(workspaces, 'workspace')),
  ];
}

function describeImport({ from, to }: Import, advice: string): string {
  return `${from}\n  → ${to}\n  ${advice}`;
}

function describeCycleOfFiles(cycle: readonly string[]): string {
  const way = [...cycle, ...cycle.slice(0, 1)].join('\n  → ');
  return `${way}\n  These files import one another. Move what they share to a separate file.`;
}

/** A cycle of files is reported once. */
function hasFolder(cycle: readonly string[]): boolean {
  return cycle.some((name) => !name.endsWith('.ts'));
}

function describeCycle(graph: ImportGraph, kind: string): (cycle: readonly string[]) => string {
  return (cycle) => {
    const steps = cycle.map((name, index) => {
      const next = cycle[(index + 1) % cycle.length] ?? name;
      const files = (graph.get(name)?.get(next) ?? []).map(({ from, to }) => `    ${from} → ${to}`);
      const more = files.length > 3 ? [`    and ${files.length - 3} more`] : [];
      return [`  ${name} → ${next}`, ...files.slice(0, 3), ...more].join('\n');
    });
    return [
      `A cycle of ${cycle.length} ${kind}s:`,
      ...steps,
      `  Move what both need to a ${kind} below them, or the file that calls back to a ${kind} above them.`,
    ].join('\n');
  };
}
