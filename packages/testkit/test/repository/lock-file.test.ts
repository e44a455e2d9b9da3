import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';

interface LockedPackage {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockFile = new URL('../../../../package-lock.json', import.meta.url);
const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  await readFile(lockFile, 'utf8'),
);

describe('package-lock.json', () => {
  it('contains the builds for every platform, so that npm ci works on each', () => {
    const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !locked.has(name))
        .map((name) => `${name} of ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('contains no registry host', () => {
    const addressed = Object.entries(packages).filter(
      ([, { resolved, link }]) => !link && resolved !== undefined,
    );
    expect(addressed.map(([path]) => path)).toEqual([]);
  });
});
