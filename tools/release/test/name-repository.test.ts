import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { nameRepository } from '../name-repository.js';

const packages = new URL('../../../packages/', import.meta.url);
const url = 'https://git.example/acme/parley';
let root: string;

/** A copy of the descriptions of all packages. */
beforeEach(() => {
  root = makeTestFolder('release');
  for (const name of readdirSync(packages)) {
    mkdirSync(join(root, 'packages', name), { recursive: true });
    const text = readFileSync(new URL(`${name}/package.json`, packages), 'utf8');
    writeFileSync(join(root, 'packages', name, 'package.json'), text);
  }
});

const read = (name: string) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));

describe('a release', () => {
  it('names the repository in every package that is published, and in no other', () => {
    const { name, exports, ...rest } = read('client');
    const named = nameRepository(root, url);
    expect(named).toEqual(expect.arrayContaining(['packages/cli', 'packages/client', 'packages/contract']));
    expect(read('client')).toEqual({
      name,
      exports,
      ...rest,
      repository: {
        type: 'git',
        url: 'git+https://git.example/acme/parley.git',
        directory: 'packages/client',
      },
      homepage: 'https://git.example/acme/parley/tree/main/packages/client#readme',
      bugs: 'https://git.example/acme/parley/issues',
    });
    expect(named).not.toContain('packages/core');
    expect(read('core')).not.toHaveProperty('repository');
  });

  it.each(['/', 'https://git.example/', 'https://git.example/acme', 'git.example/acme/parley'])(
    'does not start without the name of its repository: %j',
    (wrong) => {
      expect(() => nameRepository(root, wrong)).toThrow('is not the URL of a repository.');
      expect(read('client')).not.toHaveProperty('repository');
    },
  );
});
