import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { classifyChanges } from '../src/dev/classify-changes.js';
import { watchSources } from '../src/dev/watch-sources.js';

const root = makeTestFolder('changes');

beforeAll(async () => {
  for (const folder of ['spec', 'prisma', 'packages', 'apps/docs/pages'])
    await mkdir(join(root, folder), { recursive: true });
});

describe('the steps that a change requires', () => {
  it.each([
    ['apps/api/src/v3/chats.ts', { contract: false, service: true, docs: false }],
    ['prisma/migrations/1_init/migration.sql', { contract: false, service: true, docs: false }],
    ['spec/v3/paths/workspace.yaml', { contract: true, service: false, docs: true }],
    ['apps/docs/pages/guides/errors.md', { contract: false, service: false, docs: true }],
    ['apps/docs/.vitepress/theme/Badge.vue', { contract: false, service: false, docs: true }],
    ['apps/docs/.vitepress/theme/custom.css', { contract: false, service: false, docs: true }],
    ['packages/client/examples/search.ts', { contract: false, service: false, docs: true }],
    ['packages/core/README.md', { contract: false, service: false, docs: false }],
  ])('%s', (path, changes) => {
    expect(classifyChanges([path])).toEqual(changes);
  });

  it.each(['md', 'vue', 'css', 'ts', 'yaml', 'sql'])('.%s files are watched', async (extension) => {
    const file = join(root, 'apps', `watched.${extension}`);
    const changes = watchSources(root);
    await writeFile(file, 'new');
    expect((await changes.next()).value).toEqual([file]);
    await changes.return(undefined);
  });

  it('pages that the build of the documentation writes are not watched', async () => {
    const ignored = await readFile(new URL('../../../.gitignore', import.meta.url), 'utf8');
    const pages = ignored.match(/(?<=^\/)apps\/docs\/pages\/.*(?=\/$)/gm) ?? [];
    expect(pages).not.toEqual([]);
    const changes = watchSources(root);
    for (const folder of pages) {
      await mkdir(join(root, folder), { recursive: true });
      await writeFile(join(root, folder, 'new.md'), 'new');
    }
    const source = join(root, 'apps/docs/pages/new.md');
    await writeFile(source, 'new');
    expect((await changes.next()).value).toEqual([source]);
    await changes.return(undefined);
  });
});
