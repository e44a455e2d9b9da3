import type { Import } from './read-imports.js';

/** Which room imports which, with the imports behind it. */
export type RoomGraph = ReadonlyMap<string, ReadonlyMap<string, readonly Import[]>>;

/**
 * The room of a source: its folder, without the folders inside it. A file directly in `src` is a room of its own, since it
 * lies below all folders (`context.ts`) or above them (`index.ts`, `main.ts`).
 */
export function roomOf(file: string): string {
  const [, src, rest = ''] = /^((?:packages|apps)\/[^/]+\/src)\/(.*)$/.exec(file) ?? [];
  if (src === undefined) return file;
  const end = rest.lastIndexOf('/');
  return `${src}/${end === -1 ? rest : rest.slice(0, end)}`;
}

export function buildRoomGraph(imports: readonly Import[]): RoomGraph {
  const graph = new Map<string, Map<string, Import[]>>();
  for (const found of imports) {
    const [from, to] = [roomOf(found.from), roomOf(found.to)];
    if (from === to) continue;
    const targets = graph.get(from) ?? new Map<string, Import[]>();
    graph.set(from, targets);
    targets.set(to, [...(targets.get(to) ?? []), found]);
  }
  return graph;
}
