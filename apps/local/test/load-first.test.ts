import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build, type OnResolveArgs } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let loaded: ReadonlySet<string>;
beforeAll(async () => {
  loaded = await listLoaded('apps/local/src/dev/run-dev-service.ts');
});

describe('what a process of npm run dev loads before the contract is built', () => {
  it('is most of the API and of the worker', () => {
    const files = ['apps/api/src/app.ts', 'apps/worker/src/create-worker.ts', 'packages/core/src/index.ts'];
    expect([...loaded]).toEqual(expect.arrayContaining(files));
  });

  it('is nothing that the build of the contract writes or that reads it', () => {
    const ofContract = /^(?:packages\/contract\/|apps\/api\/src\/generated\/)/;
    expect([...loaded].filter((file) => ofContract.test(file))).toEqual([]);
  });
});

/** Returns the own modules that a program imports before it runs. What it imports while it runs, it loads later. */
async function listLoaded(program: string): Promise<Set<string>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [program],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@parley/source'],
    plugins: [{ name: 'own', setup: (it) => it.onResolve({ filter: /./ }, leaveOutPackages) }],
  });
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path, kind } of metafile.inputs[file]?.imports ?? [])
      if (kind !== 'dynamic-import') visit(path);
  };
  visit(program);
  return found;
}

function leaveOutPackages({ kind, path }: OnResolveArgs) {
  return kind === 'entry-point' || /^(?:\.|@parley\/)/.test(path) ? undefined : { external: true };
}
