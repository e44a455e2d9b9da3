import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readImports } from '../imports/read-imports.js';

/** Returns a function that lists the files that import a file, also through an export of its package. */
export function findImporters(root: string): (file: string) => readonly string[] {
  const importers = new Map<string, string[]>();
  for (const { from, to } of readImports(root)) {
    const file = to.startsWith('@parley/') ? findSource(root, to) : to;
    importers.set(file, [...(importers.get(file) ?? []), from]);
  }
  return (file) => importers.get(file) ?? [];
}

/** Needs the condition `@parley/source`. A text can contain an import that does not exist. */
function findSource(root: string, specifier: string): string {
  try {
    return relative(root, fileURLToPath(import.meta.resolve(specifier)));
  } catch {
    return specifier;
  }
}
