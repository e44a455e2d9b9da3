import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commonFiles } from '../decorators/common-files.js';
import type { Version } from './versions.js';

/** Lists the files of the contract that no version refers to. Redocly never opens them, so it cannot report them. */
export function listUnusedFiles(root: string, folder: string, versions: readonly Version[]): string[] {
  const used = new Set<string>();
  const visit = (file: string): void => {
    if (used.has(file)) return;
    used.add(file);
    for (const reference of readFileSync(join(root, file), 'utf8').matchAll(fileReference)) {
      visit(join(dirname(file), reference[1] ?? ''));
    }
  };
  for (const version of versions) {
    visit(`${version}/openapi.yaml`);
    // Decorators refer to these. Not every version has all of them.
    for (const file of commonFiles.map((name) => join(version, name)))
      if (existsSync(join(root, file))) visit(file);
  }
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(folder, entry.parentPath.slice(join(root, folder).length), entry.name))
    .filter((file) => !used.has(file))
    .sort();
}

const fileReference = /\$ref: *['"]?([^'"\s#]+\.yaml)/g;
