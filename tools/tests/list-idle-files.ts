import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';

/** Lists files with tests that are neither a `*.test.ts` nor imported by one, directly or through other files. */
export async function listIdleFiles(root: string): Promise<string[]> {
  const sources = await readTestSources(root);
  const running = new Set<string>();
  const visit = (file: string) => {
    if (running.has(file) || !sources.has(file)) return;
    running.add(file);
    for (const imported of listImports(file, sources.get(file) ?? '')) visit(imported);
  };
  for (const file of sources.keys()) if (file.endsWith('.test.ts')) visit(file);
  const idle = [...sources].filter(([file, text]) => !running.has(file) && !isCase(file) && hasTests(text));
  return idle.map(
    ([file]) =>
      `The tests of ${file} never run. Call them in a *.test.ts beside it, or name it ${basename(file, '.ts')}.test.ts.`,
  );
}

/** Whether a test passes the file to its own Jest process. */
function isCase(file: string): boolean {
  return file.endsWith('.case.ts');
}

/** A type test is checked by the compiler and does not call Jest. */
function hasTests(text: string): boolean {
  return text.includes("from '@jest/globals'") && /^\s*(?:describe|it|test)(?:\.\w+)*\(/m.test(text);
}

function listImports(file: string, text: string): string[] {
  const folder = dirname(file);
  return [...text.matchAll(/(?:from|import\(?) ?'(\.[^']+)\.js'/g)].map(([, specifier = '']) => {
    const key = `${folder}/${specifier}.ts`;
    const known = paths.get(key) ?? normalize(key);
    paths.set(key, known);
    return known;
  });
}

/** Files beside one another import the same files. */
const paths = new Map<string, string>();

async function readTestSources(root: string): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for (const folder of await listTestFolders(root)) {
    const files = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      sources.set(join(folder, file), readFileSync(join(root, folder, file), 'utf8'));
    }
  }
  return sources;
}

async function listTestFolders(root: string): Promise<string[]> {
  const folders = ['spec/test'];
  for (const parent of ['tools', 'packages', 'apps']) {
    const names = await readdir(join(root, parent)).catch(() => []);
    folders.push(...names.map((name) => join(parent, name, 'test')));
  }
  return folders;
}
