import type { FolderGraph } from './folder-graph.js';

/**
 * The shortest circles of folders. Of circles that share an import, only the shortest is returned, since one wrong
 * import can close a circle through most folders. Circles of files are found by dependency-cruiser.
 */
export function findCircles(graph: FolderGraph): readonly string[][] {
  const folders = [...graph.keys()].filter((folder) => !folder.endsWith('.ts'));
  const circles = folders.sort().flatMap((start) => [findWayBack(graph, start) ?? []]);
  const reported = new Set<string>();
  return circles
    .toSorted((one, other) => one.length - other.length)
    .filter((circle) => {
      const steps = circle.map((folder, index) => `${folder} ${circle[(index + 1) % circle.length]}`);
      const isNew = steps.length > 0 && !steps.some((step) => reported.has(step));
      if (isNew) for (const step of steps) reported.add(step);
      return isNew;
    });
}

/** The search is breadth-first, so the first path found is a shortest one. */
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
