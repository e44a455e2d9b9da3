import { selectWorkspaces } from './draw-graph.js';
import { workspaces } from './layers.js';
import type { Import } from './read-imports.js';

/**
 * Finds the imports that the layers allow but no source uses. Without this check, the diagram of the architecture,
 * which is drawn from the layers, could show arrows that do not exist. A workspace that imports no other workspace is
 * not checked.
 */
export function findUnusedLayers(imports: readonly Import[], layers = workspaces): string[] {
  const found = selectWorkspaces(imports);
  return Object.entries(layers).flatMap(([from, allowed]) => {
    const used = found.get(from);
    if (used === undefined) return [];
    return allowed
      .filter((to) => !used.has(to))
      .map(
        (to) =>
          `${from} → ${to}\n  No source of ${from} imports ${to}. Remove the name from tools/imports/layers.ts, ` +
          'and the arrow from docs/architecture.md.',
      );
  });
}
