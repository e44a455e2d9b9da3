import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { compareDocuments } from '../scripts/compare-documents.js';
import { findMergeBase } from '../scripts/merge-base.js';
import { readDocument } from '../scripts/read-document.js';
import { specFolder } from '../scripts/redocly.js';
import type { Version } from '../scripts/versions.js';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy, sourcesOf } from './copy-spec.js';

allowForTools();

/** A repository whose only commit is the contract, with a change that is not committed. */
describe('the commit that a branch started from', () => {
  let copy: SpecCopy;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: copy.folder,
      encoding: 'utf8',
    });

  /** Without the variables of a workflow that runs the tests. */
  const find = (folder: string, surroundings: Parameters<typeof findMergeBase>[1] = {}) =>
    findMergeBase(folder, { named: '', isWorkflow: false, ...surroundings });

  beforeAll(async () => {
    copy = await copySpec(...sourcesOf('v2'));
    git('init', '-q', '-b', 'main');
    git(
      'add',
      'v2',
      'shared',
      'decorators',
      'rules',
      'redocly.bundle.yaml',
      'package.json',
      'accepted-changes.yaml',
    );
    git('commit', '-qm', 'the contract');
    await mkdir(join(copy.folder, 'dist'));
    await cp(join(specFolder, 'dist/v2.json'), join(copy.folder, 'dist/v2.json'));
  });

  it('has the current bundle, if nothing has changed since', async () => {
    const base = find(copy.folder);
    const current = await readDocument(join(copy.folder, 'dist/v2.json'));
    await expect(readBase(base)).resolves.toEqual(current);
    expect(base).toMatchObject({ commit: git('rev-parse', '--short', 'HEAD').trim() });
    expect(typeof base === 'string' || base.readAccepted()).toEqual([]);
  });

  it('is bundled, if something has changed since', async () => {
    const before = await readDocument(join(copy.folder, 'dist/v2.json'));
    await copy.edit('v2/paths/attributes.yaml', ({ get }) => {
      get.summary = 'Changed';
    });
    const base = find(copy.folder);
    const bundled = await readBase(base);
    expect(bundled && compareDocuments(bundled, before)).toEqual([]);
    const commit = git('rev-parse', 'HEAD').trim();
    // The middle names the scripts and the Redocly that have bundled it.
    await expect(readdir(join(copy.folder, 'dist/merge-base'))).resolves.toEqual([
      expect.stringMatching(new RegExp(`^${commit}\\.[0-9a-f]{12}\\.v2\\.json$`)),
    ]);
  });

  it('is none without a Git history', () => {
    const folder = makeTestFolder('no-history');
    expect(find(folder)).toBe('no history');
  });

  it('does not have a version that was added since', async () => {
    await expect(readBase(find(copy.folder), 'v3')).resolves.toBeNull();
  });

  it('must exist, if it was named', () => {
    expect(() => find(copy.folder, { named: 'not-a-branch' })).toThrow('CONTRACT_BASE names not-a-branch');
    expect(() => find(copy.folder, { named: 'main' })).not.toThrow();
  });

  it('is the start of the branch, if GitHub names no commit before its first push', () => {
    const commit = git('rev-parse', '--short', 'HEAD').trim();
    expect(find(copy.folder, { named: '0'.repeat(40) })).toMatchObject({ commit });
  });

  it('is unknown in a shallow clone of another branch, which a workflow must not have', () => {
    const folder = makeTestFolder('shallow');
    git('branch', 'topic');
    git('clone', '-q', '--depth=1', '--branch=topic', `file://${copy.folder}`, folder);
    expect(find(folder)).toBe('shallow clone');
    expect(() => find(folder, { isWorkflow: true })).toThrow('Check out with `fetch-depth: 0`');
  });

  function readBase(base: ReturnType<typeof findMergeBase>, version: Version = 'v2') {
    if (typeof base === 'string') throw new Error('There is no merge base.');
    return base.readDocument(version);
  }
});
