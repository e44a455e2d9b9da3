import { readImports } from '../imports/read-imports.js';

/** Returns a function that lists the files that import a file, also by the name of its package. */
export function findImporters(root: string): (file: string) => readonly string[] {
  const importers = new Map<string, string[]>();
  for (const { from, to } of readImports(root)) {
    const file = to.replace(/^@parley\/([^/]+)$/, 'packages/$1/src/index.ts');
    importers.set(file, [...(importers.get(file) ?? []), from]);
  }
  return (file) => importers.get(file) ?? [];
}
