import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { folder, readFiles } from './support/read-files.js';

const sources = await readFiles(folder('pages'), '.md');
const readmes = await Promise.all(
  ['packages/client/README.md', 'packages/cli/README.md', 'README.md'].map(
    async (name): Promise<[string, string]> => [
      name,
      await readFile(new URL(`../../../${name}`, import.meta.url), 'utf8'),
    ],
  ),
);

describe('the sources of the pages', () => {
  it.each(sources)('%s includes code only from files that are run by tests', (name, text) => {
    const fences = [...text.matchAll(/^```(\w+)/gm)].map(([, language]) => language);
    // The commands of the quick start are read from the page and run.
    expect(fences.filter((language) => !(name === 'guides/quick-start.md' && language === 'sh'))).toEqual([]);
  });

  it.each(sources)('%s includes only files that exist', async (_, text) => {
    const included = [...text.matchAll(/^<<< @\/(\S+)/gm)].map(([, path = '']) =>
      join(folder('pages'), path),
    );
    expect(included.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each([...sources.filter(([name]) => !name.startsWith('operations/')), ...readmes])(
    '%s says workspace, and tenant only in names',
    (_, text) => {
      const prose = text.replaceAll(/`[^`]*`/g, '').replaceAll(/^```[\s\S]*?^```$/gm, '');
      expect(prose).not.toMatch(/\btenants?\b/i);
    },
  );

  it('show every example', async () => {
    const names = await readdir(folder('examples'), { recursive: true, withFileTypes: true });
    const all = sources.map(([, text]) => text).join('\n');
    const unused = names.filter((entry) => entry.isFile() && !all.includes(`/${entry.name}`));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });
});
