import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { drawGraph, type Graph } from '../draw-graph.js';
import { workspaces } from '../layers.js';

const root = new URL('../../../', import.meta.url);

test('the diagram of docs/architecture.md has the arrows of the import rules, and no others', async () => {
  const page = await readFile(new URL('docs/architecture.md', root), 'utf8');
  const picture = /```mermaid\n(.*?)```/s.exec(page)?.[1] ?? '';
  expect(arrowsOf(picture)).toEqual(arrowsOf(drawGraph(rules())));
});

const pages = ['docs/architecture.md', 'docs/glossary.md', 'docs/decisions/0029-built-by-us-and-why.md'];

test.each(pages)('every path that %s names exists', async (name) => {
  const page = await readFile(new URL(name, root), 'utf8');
  const paths = [...page.matchAll(/`((?:apps|docs|packages|prisma|spec|tools)\/[^`<]*)/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

/** Returns the rules of existing workspaces. */
function rules(): Graph {
  const names = Object.keys(workspaces).filter(exists);
  return new Map(names.map((name) => [name, new Set((workspaces[name] ?? []).filter(exists))]));
}

function exists(name: string): boolean {
  return [name, `packages/${name}`, `apps/${name}`].some((folder) =>
    existsSync(new URL(`${folder}/package.json`, root)),
  );
}

function arrowsOf(picture: string): string[] {
  return [...picture.matchAll(/^ *(?:n_)?(\w+) --> (?:n_)?(\w+)$/gm)]
    .map(([, from, to]) => `${from} --> ${to}`)
    .sort();
}
