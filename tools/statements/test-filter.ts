import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTests } from './list-sources.js';

/**
 * Returns a function that tells whether a statement is not of the service: other test files of this process declare statements of
 * their own, and run searches. Repeated statements are named when they run.
 */
export function createTestFilter(root: string, sources: readonly string[]): (name: string) => boolean {
  const texts = sources.map((file) => readFileSync(file, 'utf8'));
  const samples = join(root, 'tools/statements/test/sample-values.ts');
  const tests = [...listTests(root), samples].map((file) => readFileSync(file, 'utf8'));
  return (name) =>
    !texts.some((text) => text.includes(`'${name}'`)) &&
    (/^(search|test)-/.test(name) || tests.some((text) => text.includes(`'${name}'`)));
}
