import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { workspaces } from '../../../../tools/imports/layers.js';

/** Packages whose types are bundled by the build, so that the published package does not depend on them. */
const atBuildOnly: Readonly<Record<string, readonly string[]>> = { client: ['contract'] };

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const root = new URL('../../../../', import.meta.url);

async function readManifests(): Promise<Manifest[]> {
  const folders = ['spec/'];
  for (const parent of ['packages/', 'apps/'])
    for (const entry of await readdir(new URL(parent, root), { withFileTypes: true }))
      if (entry.isDirectory()) folders.push(`${parent}${entry.name}/`);
  return Promise.all(
    folders.map(async (path) => JSON.parse(await readFile(new URL(`${path}package.json`, root), 'utf8'))),
  );
}

const manifests = (await readManifests()).map(
  (manifest) => [manifest.name.replace('@parley/', ''), manifest] as const,
);

describe('the layers of the repository', () => {
  it.each(manifests)('%s depends only on the layers below it', (name, { dependencies, peerDependencies }) => {
    const allowed = (workspaces[name] ?? []).filter((layer) => !atBuildOnly[name]?.includes(layer));
    const used = Object.keys({ ...dependencies, ...peerDependencies })
      .filter((dependency) => dependency.startsWith('@parley/'))
      .map((dependency) => dependency.replace('@parley/', ''));
    expect(allowed).toEqual(expect.arrayContaining(used));
  });
});
