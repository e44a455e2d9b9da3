import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '@parley/local/bundle-programs';
import { threadPrograms } from '@parley/local/thread-programs';
import { renderThirdParty } from './third-party.js';

/**
 * Bundles the program of the sandbox, and copies the files that it reads by their paths. They have the same paths below `dist` as
 * in the repository, so that our modules find them in both.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const placeOf = (path) => join(dist, relative(root, path));
const options = {
  placeOf,
  absWorkingDir: root,
  metafile: true,
  sourcemap: false,
  minifyWhitespace: true,
  legalComments: 'none',
};

const readByPath = [
  'packages/contract/dist/generated/v2.json',
  'packages/contract/dist/generated/v3.json',
  'prisma/migrations',
  'prisma/schema.prisma',
];

for (const path of ['bundle', 'packages/channels', 'packages/contract', 'packages/core', 'prisma'])
  await rm(join(dist, path), { recursive: true, force: true });
const program = join(root, 'apps/local/dist/apps/local/src/sandbox.js');
const built = [await bundlePrograms([program], join(dist, 'bundle'), options)];
for (const path of threadPrograms) {
  const outdir = dirname(join(dist, path));
  built.push(await bundlePrograms([join(root, path)], outdir, { ...options, splitting: false }));
}
for (const path of readByPath) {
  await mkdir(dirname(join(dist, path)), { recursive: true });
  await cp(join(root, path), join(dist, path), { recursive: true });
}
const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
await writeFile(join(dist, 'THIRD-PARTY.md'), renderThirdParty(root, inputs));
