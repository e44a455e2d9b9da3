import type { Import } from './read-imports.js';
import { sourceFolders } from './source-folders.js';

/** The imports between folders, each with the imports of files that cause it. */
export type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, readonly Import[]>>;

const inSourceFolder = new RegExp(
  `^((?:(?:packages|apps)/[^/]+|spec)/(?:${sourceFolders.join('|').replaceAll('.', '\\.')}))/(.*)$`,
);

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

export function buildFolderGraph(imports: readonly Import[]): FolderGraph {
  const graph = new Map<string, Map<string, Import[]>>();
  for (const found of imports) {
    const [from, to] = [folderOf(found.from), folderOf(found.to)];
    if (from === to) continue;
    const targets = graph.get(from) ?? new Map<string, Import[]>();
    graph.set(from, targets);
    targets.set(to, [...(targets.get(to) ?? []), found]);
  }
  return graph;
}
