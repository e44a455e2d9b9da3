import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { listSpecifiers } from '../imports/read-imports.js';

/** The texts of all files with code, by their paths. */
export type TestSources = ReadonlyMap<string, string>;

export async function readTestSources(root: string): Promise<TestSources> {
  const sources = new Map<string, string>();
  for (const folder of await listFolders(root)) {
    const files = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      sources.set(join(folder, file), readFileSync(join(root, folder, file), 'utf8'));
    }
  }
  return sources;
}

/** A tool has its sources beside its tests. */
async function listFolders(root: string): Promise<string[]> {
  const folders = ['spec/test', 'tools'];
  for (const parent of ['packages', 'apps']) {
    const names = await readdir(join(root, parent)).catch(() => []);
    folders.push(...names.flatMap((name) => [join(parent, name, 'src'), join(parent, name, 'test')]));
  }
  return folders;
}

/** Whether a file lies in a test folder. */
export function isTest(file: string): boolean {
  return file.split('/').includes('test');
}

/** Finds the test files with such a name, and the files that they import, directly or through other files. */
export function findReached(sources: TestSources, isStart: (file: string) => boolean): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file) || !sources.has(file)) return;
    reached.add(file);
    for (const imported of listImports(file, sources.get(file) ?? '')) visit(imported);
  };
  for (const file of sources.keys()) if (isStart(file)) visit(file);
  return reached;
}

function listImports(file: string, text: string): string[] {
  return listSpecifiers(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(`${dirname(file)}/${specifier.replace(/\.js$/, '.ts')}`));
}
