import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Lists the operations that no test of their version names. It reads the sources of the contract and of the tests, so
 * it needs no build. The coverage of a complete run shows whether each status has a test.
 */
export async function listUntested(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const version of ['v3', 'v2']) {
    const folder = `apps/api/test/operations/${version}`;
    const tests = await readSources(join(root, folder), '.ts');
    const paths = await readSources(join(root, 'spec', version, 'paths'), '.yaml');
    const names = [...paths.matchAll(/^ {2}operationId: (\w+)$/gm)].map(([, name = '']) => name);
    const named = new Set([...tests.matchAll(/['"`](\w+)/g)].map(([, name]) => name));
    const untested = names.filter((name) => !named.has(name));
    problems.push(...untested.map((name) => `Add tests of ${name} to ${folder}.`));
  }
  return problems;
}

async function readSources(folder: string, ending: string): Promise<string> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}
