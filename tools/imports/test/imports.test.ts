import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { describeProblems } from '../describe-problems.js';
import { findUndeclared } from '../find-undeclared.js';
import { findUnusedLayers } from '../find-unused-layers.js';
import { readImports } from '../read-imports.js';

/** Writes sources that import these names, and returns the problems of those imports. */
async function check(sources: Record<string, readonly string[]>): Promise<string[]> {
  return describeProblems(readImports(await write(sources)));
}

async function write(sources: Record<string, readonly string[]>): Promise<string> {
  const root = makeTestFolder('imports');
  for (const [file, imports] of Object.entries(sources)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    const lines = imports.map((specifier, index) => `import type { T${index} } from '${specifier}';`);
    await writeFile(join(root, file), [...lines, 'export type T0 = string;'].join('\n'));
  }
  return root;
}

describe('imports in one direction', () => {
  test('are accepted, including imports between folders of different depth and of workspaces below by their names', async () => {
    const problems = await check({
      'packages/core/src/index.ts': ['./automations/a.js'],
      'packages/core/src/context.ts': ['@parley/database'],
      'packages/core/src/automations/a.ts': ['./runs/a.js', '../context.js', './b.js'],
      'packages/core/src/automations/b.ts': ['../sql/a.js'],
      'packages/core/src/automations/runs/a.ts': [],
      'packages/core/src/sql/a.ts': ['../context.js'],
    });
    expect(problems).toEqual([]);
  });
});

describe('a type-only import is refused with advice', () => {
  test('when files import one another', async () => {
    const problems = await check({
      'packages/client/src/one.ts': ['./other.js'],
      'packages/client/src/other.ts': ['./one.js'],
    });
    expect(problems).toEqual([
      [
        'packages/client/src/one.ts',
        '  → packages/client/src/other.ts',
        '  → packages/client/src/one.ts',
        '  These files import one another. Move what they share to a separate file.',
      ].join('\n'),
    ]);
  });

  test.each(['apps/api/test', 'tools/changed', 'prisma/demo'])(
    'when files of %s import one another',
    async (folder) => {
      const [problem] = await check({ [`${folder}/a.ts`]: ['./b.js'], [`${folder}/b.ts`]: ['./a.js'] });
      expect(problem).toContain('These files import one another.');
    },
  );

  test('when folders import one another, without a cycle of files', async () => {
    const problems = await check({
      'packages/client/src/call/a.ts': ['../types/a.js'],
      'packages/client/src/call/b.ts': [],
      'packages/client/src/types/a.ts': [],
      'packages/client/src/types/b.ts': ['../call/b.js'],
    });
    expect(problems).toEqual([
      [
        'A cycle of 2 folders:',
        '  packages/client/src/call → packages/client/src/types',
        '    packages/client/src/call/a.ts → packages/client/src/types/a.ts',
        '  packages/client/src/types → packages/client/src/call',
        '    packages/client/src/types/b.ts → packages/client/src/call/b.ts',
        '  Move what both need to a folder below them, or the file that calls back to a folder above them.',
      ].join('\n'),
    ]);
  });

  test('only once, when one import closes cycles through many folders', async () => {
    const problems = await check({
      'packages/client/src/call/a.ts': ['../types/a.js'],
      'packages/client/src/call/b.ts': [],
      'packages/client/src/search/a.ts': ['../call/a.js'],
      'packages/client/src/search/b.ts': [],
      'packages/client/src/types/a.ts': [],
      'packages/client/src/types/b.ts': ['../call/b.js', '../search/b.js'],
    });
    expect(problems).toEqual([expect.stringMatching(/^A cycle of 2 folders/)]);
  });

  test('when a folder and a folder inside it import one another', async () => {
    const [problem] = await check({
      'apps/api/src/http/a.ts': ['./docs/a.js'],
      'apps/api/src/http/b.ts': [],
      'apps/api/src/http/docs/a.ts': [],
      'apps/api/src/http/docs/b.ts': ['../b.js'],
    });
    expect(problem).toContain('A cycle of 2 folders');
  });

  test('when a file at the top calls a folder that calls back', async () => {
    const [problem] = await check({
      'apps/api/src/app.ts': ['./http/a.js'],
      'apps/api/src/http/a.ts': [],
      'apps/api/src/http/b.ts': ['../app.js'],
    });
    expect(problem).toContain('apps/api/src/http → apps/api/src/app.ts');
  });

  test('when a folder of core imports from a floor above its own, or from another folder on its own', async () => {
    const upwards = await check({
      'packages/core/src/sql/a.ts': ['../campaigns/a.js'],
      'packages/core/src/campaigns/a.ts': [],
    });
    expect(upwards).toEqual([
      expect.stringMatching(/^packages\/core\/src\/sql\/a\.ts\n.*campaigns\/a\.ts\n.*floors below its own/),
    ]);
    const sideways = await check({
      'packages/core/src/labels/a.ts': ['../attributes/a.js'],
      'packages/core/src/attributes/a.ts': [],
    });
    expect(sideways).toHaveLength(1);
  });

  test('when a folder of core has no floor', async () => {
    const problems = await check({
      'packages/core/src/novelties/a.ts': ['../sql/a.js'],
      'packages/core/src/sql/a.ts': [],
    });
    expect(problems).toEqual([expect.stringContaining('Give this folder of core a floor')]);
  });

  test('when a workspace imports another that is not below it', async () => {
    const problems = await check({ 'packages/core/src/a.ts': ['@parley/contract/v3'] });
    expect(problems).toEqual([expect.stringContaining('core imports only from database.')]);
  });

  test('when a generator, an example or a script of the contract violates the rule', async () => {
    const problems = await check({
      'apps/docs/generator/tables/a.ts': ['@parley/database'],
      'apps/docs/.vitepress/config/a.ts': ['@parley/api'],
      'packages/client/examples/a.ts': ['@parley/core'],
      'packages/contract/generate.ts': ['@parley/channels'],
      'spec/scripts/a.ts': ['@parley/contract/v3'],
    });
    expect(problems.map((problem) => problem.split('\n')[0]).sort()).toEqual([
      'apps/docs/.vitepress/config/a.ts',
      'apps/docs/generator/tables/a.ts',
      'packages/client/examples/a.ts',
      'packages/contract/generate.ts',
      'spec/scripts/a.ts',
    ]);
  });

  test('when folders of a generator import one another', async () => {
    const [problem] = await check({
      'apps/docs/generator/tables/a.ts': ['../changelog/a.js'],
      'apps/docs/generator/tables/b.ts': [],
      'apps/docs/generator/changelog/a.ts': [],
      'apps/docs/generator/changelog/b.ts': ['../tables/b.js'],
    });
    expect(problem).toContain('A cycle of 2 folders');
  });

  test('when an app imports an app', async () => {
    const problems = await check({ 'apps/api/src/a.ts': ['@parley/worker'] });
    expect(problems).toEqual([
      expect.stringMatching(/^apps\/api\/src\/a\.ts\n.*@parley\/worker\n.*ADR 0018/),
    ]);
  });

  test('when workspaces import one another', async () => {
    const problems = await check({
      'packages/core/src/a.ts': ['@parley/client'],
      'packages/client/src/a.ts': ['@parley/core'],
    });
    expect(problems).toEqual(
      expect.arrayContaining([expect.stringMatching(/^A cycle of 2 workspaces:\n {2}client → core/)]),
    );
  });

  test('when a workspace imports itself by its name, except in an example', async () => {
    const problems = await check({
      'packages/client/src/a.ts': ['@parley/client'],
      'packages/client/examples/a.ts': ['@parley/client'],
    });
    expect(problems).toEqual([expect.stringContaining('Import a file of the same workspace by its path.')]);
  });

  test('when a workspace is missing in the layers', async () => {
    const problems = await check({ 'packages/novelty/src/a.ts': ['@parley/core'] });
    expect(problems).toEqual([expect.stringContaining('what this workspace may import')]);
  });

  test('when a workspace is imported by its path', async () => {
    const problems = await check({
      'packages/core/src/a.ts': ['../../database/src/a.js'],
      'packages/database/src/a.ts': [],
    });
    expect(problems).toEqual([expect.stringContaining('Import the workspace by its name')]);
    const seeding = await check({
      'apps/worker/src/a.ts': ['../../../prisma/seed.js'],
      'prisma/seed.ts': [],
    });
    expect(seeding).toEqual([expect.stringContaining('Only apps/local imports from prisma/')]);
  });
});

describe('the import of a package', () => {
  test('is refused if the manifest of the workspace does not declare it, except in a test', async () => {
    const packages = [
      'node:fs',
      'fs',
      '@parley/core',
      '@parley/database/objects',
      'pg',
      'pg/lib/utils',
      'undici',
    ];
    const root = await write({ 'packages/core/src/a.ts': packages, 'packages/core/test/a.ts': packages });
    await writeFile(join(root, 'packages/core/src/b.ts'), "export const load = () => import('ajv');");
    const manifest = {
      name: '@parley/core',
      dependencies: { '@parley/database': '*' },
      peerDependencies: { pg: '*' },
    };
    await writeFile(join(root, 'packages/core/package.json'), JSON.stringify(manifest));
    expect(findUndeclared(readImports(root), root)).toEqual([
      'packages/core/src/a.ts\n  → undici\n  Add undici to the dependencies in packages/core/package.json.',
      'packages/core/src/b.ts\n  → ajv\n  Add ajv to the dependencies in packages/core/package.json.',
    ]);
  });
});

describe('an import that the layers allow', () => {
  const layers = { api: ['core', 'channels'], core: ['database'], cli: ['client'] };
  const importOf = (from: string, specifier: string) => ({ from, specifier, to: specifier });
  const imports = [
    importOf('apps/api/src/a.ts', '@parley/core'),
    importOf('packages/core/src/a.ts', '@parley/database'),
  ];

  test('is reported if no source uses it; a workspace that does not exist is ignored', () => {
    expect(findUnusedLayers(imports, layers)).toEqual([
      expect.stringMatching(/^api → channels\n.*layers\.ts/),
    ]);
  });

  test('is not reported when a source uses it', () => {
    const more = [...imports, importOf('apps/api/src/b.ts', '@parley/channels')];
    expect(findUnusedLayers(more, layers)).toEqual([]);
  });
});
