import type { ImportGraph } from './import-graph.js';

/**
 * Finds the shortest cycles. Of cycles that share an import, only the shortest is returned, since one wrong import can close a
 * cycle through most folders.
 */
export function findCycles(graph: ImportGraph): readonly string[][] {
  const cycles = [...dropEnds(graph)].sort().flatMap((start) => [findWayBack(graph, start) ?? []]);
  const reported = new Set<string>();
  return cycles
    .toSorted((one, other) => one.length - other.length)
    .filter((cycle) => {
      const steps = cycle.map((name, index) => `${name} ${cycle[(index + 1) % cycle.length]}`);
      const isNew = steps.length > 0 && !steps.some((step) => reported.has(step));
      if (isNew) for (const step of steps) reported.add(step);
      return isNew;
    });
}

/** What imports nothing is in no cycle, and neither is what imports only that. Without a cycle, nothing is left to search. */
function dropEnds(graph: ImportGraph): ReadonlySet<string> {
  const left = new Set(graph.keys());
  for (let size = Infinity; left.size < size; ) {
    size = left.size;
    for (const name of left) {
      const targets = [...(graph.get(name)?.keys() ?? [])];
      if (!targets.some((target) => left.has(target))) left.delete(name);
    }
  }
  return left;
}

/**
 * Finds a shortest path from a name back to itself. The search is breadth-first, so the first path that it finds is a
 * shortest one.
 */
function findWayBack(graph: ImportGraph, start: string): string[] | undefined {
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
