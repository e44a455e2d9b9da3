import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';

/** What each workspace may use of the others when it runs. Adding a line here is a decision about the design. */
const mayUse: Record<string, readonly string[]> = {
  spec: [],
  contract: [],
  config: [],
  database: [],
  channels: [],
  core: ['database'],
  presenters: ['contract', 'core'],
  api: ['channels', 'config', 'contract', 'core', 'database', 'presenters'],
  worker: ['channels', 'config', 'contract', 'core', 'database', 'presenters'],
  local: ['api', 'config', 'contract', 'core', 'database', 'worker'],
  client: [],
  conformance: [],
  docs: [],
  testkit: ['api', 'contract', 'core', 'database', 'local', 'presenters'],
  bench: ['contract', 'core', 'database'],
};

/** What a workspace may import beyond that: types that its build takes in, and folders of the root. */
const mayImport: Record<string, readonly string[]> = {
  client: ['@parley/contract/'],
  local: ['prisma/'],
};

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Workspace {
  /** Without the scope. */
  readonly name: string;
  readonly folder: URL;
  readonly manifest: Manifest;
}

const root = new URL('../../../../', import.meta.url);

async function readWorkspaces(): Promise<Workspace[]> {
  const folders = ['spec/'];
  for (const parent of ['packages/', 'apps/'])
    for (const entry of await readdir(new URL(parent, root), { withFileTypes: true }))
      if (entry.isDirectory()) folders.push(`${parent}${entry.name}/`);
  return Promise.all(
    folders.map(async (path) => {
      const folder = new URL(path, root);
      const manifest = JSON.parse(await readFile(new URL('package.json', folder), 'utf8'));
      return { name: manifest.name.replace('@parley/', ''), folder, manifest };
    }),
  );
}

interface Import {
  readonly file: string;
  readonly specifier: string;
}

/** What the sources of a workspace import, in whatever way it is written; `import.meta.url` paths are not imports. */
async function listImports({ folder }: Workspace): Promise<Import[]> {
  const sources = new URL('src/', folder);
  const names = await readdir(sources, { recursive: true }).catch(() => []);
  const files = names.filter((name) => /\.[cm]?[jt]sx?$|\.vue$/.test(name));
  const found = files.map(async (name) => {
    const file = new URL(name, sources);
    return findSpecifiers(await readFile(file, 'utf8')).map((specifier) => ({ file: file.href, specifier }));
  });
  return (await Promise.all(found)).flat();
}

function findSpecifiers(text: string): string[] {
  const statements =
    /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\s;}])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return [...text.matchAll(statements)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '');
}

/** A path from the root, or the name of one of our packages; nothing for the packages of others. */
function resolve(specifier: string, file: string): string {
  if (specifier.startsWith('.')) return new URL(specifier, file).href.replace(root.href, '');
  return specifier.startsWith('@parley/') ? specifier : '';
}

const workspaces = (await readWorkspaces()).map((workspace) => [workspace.name, workspace] as const);

describe('the layers of the repository', () => {
  it.each(workspaces)('%s depends only on the layers below it', (name, { manifest }) => {
    const { dependencies, peerDependencies } = manifest;
    const used = Object.keys({ ...dependencies, ...peerDependencies })
      .filter((dependency) => dependency.startsWith('@parley/'))
      .map((dependency) => dependency.replace('@parley/', ''));
    expect(mayUse[name] ?? []).toEqual(expect.arrayContaining(used));
  });

  it.each(workspaces)(
    '%s imports only from the layers below it, and nothing of another by its path',
    async (name, workspace) => {
      const imports = await listImports(workspace);
      const layers = [name, ...(mayUse[name] ?? [])].map((layer) => `@parley/${layer}/`);
      const own = workspace.folder.href.replace(root.href, '');
      const allowed = [own, ...layers, ...(mayImport[name] ?? [])];
      const wrong = imports
        .map(({ file, specifier }) => ({ file, specifier, target: `${resolve(specifier, file)}/` }))
        .filter(({ target }) => target !== '/' && !allowed.some((start) => target.startsWith(start)));
      expect(wrong).toEqual([]);
    },
  );

  it('the imports are found', async () => {
    const api = workspaces.find(([name]) => name === 'api')?.[1];
    const imports = api ? await listImports(api) : [];
    expect(imports.length).toBeGreaterThan(300);
    expect(findSpecifiers(written)).toEqual([
      '@parley/a',
      './b.js',
      '@parley/c/d',
      '../e.js',
      '@parley/f',
      './g.js',
    ]);
  });

  const written = [
    "import type { A } from '@parley/a';",
    "import './b.js';",
    'export * from "@parley/c/d";',
    "export {\n  e,\n} from '../e.js';",
    "const f = await import('@parley/f');",
    "type G = import('./g.js').G;",
  ].join('\n');
});
