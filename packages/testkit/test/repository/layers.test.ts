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
    folders.map(async (folder) => JSON.parse(await readFile(new URL(`${folder}package.json`, root), 'utf8'))),
  );
}

const manifests = await readManifests();

describe('the layers of the repository', () => {
  it.each(manifests.map((manifest) => [manifest.name, manifest] as const))(
    '%s uses only the layers below it',
    (name, { dependencies, peerDependencies }) => {
      const used = Object.keys({ ...dependencies, ...peerDependencies })
        .filter((dependency) => dependency.startsWith('@parley/'))
        .map((dependency) => dependency.replace('@parley/', ''));
      expect(mayUse[name.replace('@parley/', '')] ?? []).toEqual(expect.arrayContaining(used));
    },
  );
});
