import type { FolderGraph } from './folder-graph.js';

/**
 * Finds the shortest cycles of folders. Of cycles that share an import, only the shortest is returned, since one wrong
 * import can close a cycle through most folders. Cycles of files are found by dependency-cruiser.
 */
export function findCycles(graph: FolderGraph): readonly string[][] {
  const folders = [...graph.keys()].filter((folder) => !folder.endsWith('.ts'));
  const cycles = folders.sort().flatMap((start) => [findWayBack(graph, start) ?? []]);
  const reported = new Set<string>();
  return cycles
    .toSorted((one, other) => one.length - other.length)
    .filter((cycle) => {
      const steps = cycle.map((folder, index) => `${folder} ${cycle[(index + 1) % cycle.length]}`);
      const isNew = steps.length > 0 && !steps.some((step) => reported.has(step));
      if (isNew) for (const step of steps) reported.add(step);
      return isNew;
    });
}

/**
 * Finds a shortest path from a folder back to itself. The search is breadth-first, so the first path that it finds is a
 * shortest one.
 */
function findWayBack(graph: FolderGraph, start: string): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? start)?.keys() ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}
