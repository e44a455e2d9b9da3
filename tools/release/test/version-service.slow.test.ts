import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { parse } from 'yaml';
import { findNewestMigration, hasTag } from '../git-tags.js';
import { versionService } from '../version-service.js';

const real = fileURLToPath(new URL('../../..', import.meta.url));
const files = [
  'package.json',
  'deploy/helm/parley/Chart.yaml',
  'prisma/migrations/previous-release.json',
  '.changeset/README.md',
];
let root: string;

/** A repository with the files of ours that a release changes. */
beforeEach(() => {
  root = makeTestFolder('version');
  for (const file of files) cpSync(join(real, file), join(root, file), { recursive: true });
  git('init', '--quiet');
});

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
const raise = () => versionService(root, (tag) => findNewestMigration(root, tag));

function addChangeset(name: string, heading: string): void {
  writeFileSync(join(root, '.changeset', `${name}.md`), `---\n${heading}---\n\nmajor: this is only text.\n`);
}

function setVersion(version: string): void {
  writeFileSync(
    join(root, 'package.json'),
    read('package.json').replace(/"version": ".*"/, `"version": "${version}"`),
  );
}

/** A commit with a migration of this name and a tag, like a release. */
function release(tag: string, migration: string): void {
  mkdirSync(join(root, 'prisma/migrations', migration), { recursive: true });
  writeFileSync(join(root, 'prisma/migrations', migration, 'migration.sql'), 'select 1;\n');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message', tag);
  git('tag', tag);
}

describe('the version of the service', () => {
  test.each([
    ['a patch', '"@parley/cli": patch\n', '1.2.4'],
    ['something new', '"@parley/contract": minor\n"@parley/client": patch\n', '1.3.0'],
    ['something that partners must act on', '"@parley/contract": major\n', '2.0.0'],
    ['no package: the service alone', '', '1.2.4'],
  ])('is raised by %s', (_, heading, expected) => {
    setVersion('1.2.3');
    addChangeset('one', '');
    addChangeset('two', heading);
    expect(raise()).toBe(expected);
    expect(JSON.parse(read('package.json')).version).toBe(expected);
    expect(parse(read('deploy/helm/parley/Chart.yaml'))).toMatchObject({
      version: expected,
      appVersion: `v${expected}`,
    });
  });

  test('comes with the texts of changesets without a package, which no changelog gets', () => {
    writeFileSync(join(root, '.changeset/b.md'), '---\n---\n\nRename the secret.\n');
    addChangeset('of-a-package', '"@parley/cli": patch\n');
    raise();
    expect(read('release-notes.md')).toBe('Rename the secret.\n');
    writeFileSync(join(root, '.changeset/a.md'), '---\n---\n\nFirst.\n');
    raise();
    expect(read('release-notes.md')).toBe('First.\n\nRename the secret.\n');
    for (const name of ['a', 'b']) rmSync(join(root, `.changeset/${name}.md`));
    raise();
    expect(read('release-notes.md')).toBe('Nothing in this release concerns operators alone.\n');
  });

  test('stays as it is without changesets', () => {
    const before = read('deploy/helm/parley/Chart.yaml');
    expect(raise()).toBeUndefined();
    expect(read('deploy/helm/parley/Chart.yaml')).toBe(before);
  });

  test('makes the release that was current the previous one, with its newest migration', () => {
    setVersion('1.2.3');
    release('v1.2.3', '20270101000000_first');
    release('main', '20270202000000_not_released');
    addChangeset('one', '"@parley/contract": minor\n');
    raise();
    expect(JSON.parse(read('prisma/migrations/previous-release.json'))).toEqual({
      newestMigration: '20270101000000_first',
    });
    expect([hasTag(root, 'v1.2.3'), hasTag(root, 'v1.3.0')]).toEqual([true, false]);
  });

  test('keeps the previous release that is named as long as there is no tag', () => {
    const before = read('prisma/migrations/previous-release.json');
    addChangeset('one', '"@parley/contract": minor\n');
    raise();
    expect(read('prisma/migrations/previous-release.json')).toBe(before);
  });
});

test('the chart names the image of the version that the sources have', () => {
  const { version } = JSON.parse(readFileSync(join(real, 'package.json'), 'utf8'));
  const chart = parse(readFileSync(join(real, 'deploy/helm/parley/Chart.yaml'), 'utf8'));
  expect(chart).toMatchObject({ version, appVersion: `v${version}` });
});
