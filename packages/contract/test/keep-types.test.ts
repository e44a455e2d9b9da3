import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { keepTypes } from '../generator/keep-types.js';
import { v3Document } from '../src/documents.js';

let folder: string;
beforeEach(async () => {
  folder = makeTestFolder('types');
});

describe('the types of a version', () => {
  const rendered: string[] = [];
  const run = (version: string, title: string, renderer = 'first') =>
    keepTypes(
      { document: { ...v3Document, info: { ...v3Document.info, title } }, version },
      { folder: pathToFileURL(`${folder}/`), renderer },
      async ({ info }, name) => {
        rendered.push(`${name} ${info.title}`);
        return `// ${name}\n// ${info.title}\n`;
      },
    );

  it('are rendered once for each document, and returned as they were rendered', async () => {
    for (const [version, title] of [
      ['v3', 'A'],
      ['v2', 'B'],
      ['v3', 'A'],
      ['v3', 'C'],
      ['v2', 'B'],
    ] as const)
      expect(await run(version, title)).toBe(`// ${version}\n// ${title}\n`);
    expect(rendered).toEqual(['v3 A', 'v2 B', 'v3 C']);
  });

  it('are rendered again if what was kept is of something else', async () => {
    await run('v3', 'A');
    for (const name of await readdir(folder)) await writeFile(join(folder, name), 'other\ntext');
    expect(await run('v3', 'A')).toBe('// v3\n// A\n');
  });

  it('are rendered again by another renderer', async () => {
    await run('v3', 'A');
    rendered.length = 0;
    await run('v3', 'A', 'second');
    expect(rendered).toEqual(['v3 A']);
  });
});
