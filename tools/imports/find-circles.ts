import type { RoomGraph } from './rooms.js';

/** For each folder that can reach itself: a shortest way back, each circle once. Circles of files are found elsewhere. */
export function findCircles(graph: RoomGraph): readonly string[][] {
  const circles = new Map<string, string[]>();
  const folders = [...graph.keys()].filter((room) => !room.endsWith('.ts'));
  for (const start of folders.sort()) {
    const circle = findWayBack(graph, start);
    const key = circle?.toSorted().join(' ');
    if (circle && key && !circles.has(key)) circles.set(key, circle);
  }
  return [...circles.values()];
}

/** Breadth first, so the first way found is a shortest one. */
function findWayBack(graph: RoomGraph, start: string): string[] | undefined {
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
