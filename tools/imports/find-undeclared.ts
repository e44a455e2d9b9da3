import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import type { Import } from './read-imports.js';

/** Finds the packages that code imports although the manifest of its workspace does not declare them. Tests may do that. */
export function findUndeclared(imports: readonly Import[], root: string): string[] {
  const declared = new Map<string, ReadonlySet<string>>();
  return imports.flatMap(({ from, specifier }) => {
    const name = /^(?:@[^/]+\/)?[^./][^/]*/.exec(specifier)?.[0];
    if (name === undefined || isBuiltin(specifier) || from.includes('/test/')) return [];
    const manifest = `${workspaceFolder.exec(from)?.[0] ?? ''}package.json`;
    const names = declared.get(manifest) ?? readNames(`${root}/${manifest}`);
    declared.set(manifest, names);
    return names.has(name)
      ? []
      : [`${from}\n  → ${specifier}\n  Add ${name} to the dependencies in ${manifest}.`];
  });
}

const workspaceFolder = /^(?:spec|(?:apps|packages)\/[^/]+)\//;

/** A package may import itself by its name. */
function readNames(file: string): ReadonlySet<string> {
  const { name, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  return new Set([name, ...kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))]);
}
