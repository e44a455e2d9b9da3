import type { Import } from './read-imports.js';
import { sourceFolders } from './source-folders.js';

/** The imports between files, folders or workspaces, each with the imports of files that cause it. */
export type ImportGraph = ReadonlyMap<string, ReadonlyMap<string, readonly Import[]>>;

/** An import counts only if it connects two different names. */
export function buildGraph(
  imports: readonly Import[],
  nameOf: (file: string) => string | undefined,
): ImportGraph {
  const graph = new Map<string, Map<string, Import[]>>();
  for (const found of imports) {
    const [from, to] = [nameOf(found.from), nameOf(found.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const targets = graph.get(from) ?? new Map<string, Import[]>();
    graph.set(from, targets);
    targets.set(to, [...(targets.get(to) ?? []), found]);
  }
  return graph;
}

export function workspaceOf(file: string): string | undefined {
  return /^(?:packages\/|apps\/|@parley\/|(?=spec\/))([^/]+)/.exec(file)?.[1];
}

/**
 * Returns the folder of a source, without its subfolders. A file directly in `src` counts as a folder, because it is
 * below all folders (`context.ts`) or above them (`index.ts`, `main.ts`).
 */
export function folderOf(file: string): string {
  const [, src, rest = ''] = inSourceFolder.exec(file) ?? [];
  if (src === undefined) return file;
  const end = rest.lastIndexOf('/');
  return `${src}/${end === -1 ? rest : rest.slice(0, end)}`;
}

/** Tests may import what their subject may not. */
export function isSource(file: string): boolean {
  return inSourceFolder.test(file) || /^(?:packages|apps)\/[^/]+\/generate\.ts$/.test(file);
}

const inSourceFolder = new RegExp(
  `^((?:(?:packages|apps)/[^/]+|spec)/(?:${sourceFolders.join('|').replaceAll('.', '\\.')}))/(.*)$`,
);
