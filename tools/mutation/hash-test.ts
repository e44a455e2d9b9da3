import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Returns a function that hashes a test file together with all files that it imports by a relative path, directly or not. */
export function createTestHash(root: string): (file: string) => string {
  const known = new Map<string, { readonly text: string; readonly imports: readonly string[] }>();
  const read = (path: string) => {
    const before = known.get(path);
    if (before) return before;
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const imports = ts
      .preProcessFile(text)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => join(dirname(path), fileName.replace(/\.js$/, '.ts')));
    known.set(path, { text, imports });
    return { text, imports };
  };
  return (file) => {
    const hash = createHash('sha256');
    const seen = new Set([join(root, file)]);
    for (const path of seen) {
      const { text, imports } = read(path);
      hash.update(text);
      for (const imported of imports) seen.add(imported);
    }
    return hash.digest('hex').slice(0, 16);
  };
}
