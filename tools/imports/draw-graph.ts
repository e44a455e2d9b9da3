import { buildGraph, type ImportGraph, isSource, workspaceOf } from './import-graph.js';
import type { Import } from './read-imports.js';

/** The imports of each folder or workspace, by name. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Selects the folders of one workspace, such as `packages/core`. The files directly in its `src` are left out. */
export function selectFolders(folders: ImportGraph, workspace: string): Graph {
  const src = `${workspace.replace(/\/$/, '')}/src/`;
  const isFolder = (folder: string) => folder.startsWith(src) && !folder.endsWith('.ts');
  const nameOf = (folder: string) => folder.slice(src.length);
  return new Map(
    [...folders]
      .filter(([folder]) => isFolder(folder))
      .map(([folder, targets]) => [
        nameOf(folder),
        new Set([...targets.keys()].filter(isFolder).map(nameOf)),
      ]),
  );
}

/** Selects the workspaces of the repository. */
export function selectWorkspaces(imports: readonly Import[]): Graph {
  const sources = imports.filter(({ from }) => isSource(from));
  return new Map(
    [...buildGraph(sources, workspaceOf)].map(([name, targets]) => [name, new Set(targets.keys())]),
  );
}

/** Draws a Mermaid flow chart in which an arrow means "imports". An arrow is left out if a longer path implies it. */
export function drawGraph(graph: Graph): string {
  const arrows = [...graph].flatMap(([from, targets]) =>
    [...targets].filter((to) => !isImplied(graph, from, to)).map((to) => `  ${idOf(from)} --> ${idOf(to)}`),
  );
  const names = new Set([...graph].flatMap(([from, targets]) => [from, ...targets]));
  const nodes = [...names].map((name) => `  ${idOf(name)}["${name}"]`);
  return ['flowchart TD', ...nodes.sort(), ...arrows.sort()].join('\n');
}

function isImplied(graph: Graph, from: string, to: string): boolean {
  return [...(graph.get(from) ?? [])].some((other) => other !== to && canReach(graph, other, to));
}

function canReach(graph: Graph, from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const name of seen) {
    if (name === to) return true;
    for (const next of graph.get(name) ?? []) seen.add(next);
  }
  return false;
}

/** "end" alone is a keyword of Mermaid, and its names cannot contain a slash. */
function idOf(name: string): string {
  return `n_${name.replaceAll(/[^a-z0-9]/gi, '_')}`;
}
