import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compareDocuments } from '../scripts/compare-documents.js';
import { findMergeBase } from '../scripts/merge-base.js';
import { readDocument } from '../scripts/read-document.js';
import { specFolder } from '../scripts/redocly.js';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy } from './copy-spec.js';

allowForTools();

/** A repository whose only commit is the contract, with a change that is not committed. */
describe('the commit that a branch started from', () => {
  let copy: SpecCopy;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: copy.folder,
      encoding: 'utf8',
    });

  beforeAll(async () => {
    copy = await copySpec();
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
  afterAll(() => copy.remove());

  it('has the current bundle, if nothing has changed since', async () => {
    const base = findMergeBase(copy.folder);
    const current = await readDocument(join(copy.folder, 'dist/v2.json'));
    await expect(base?.readDocument('v2')).resolves.toEqual(current);
    expect(base?.commit).toBe(git('rev-parse', '--short', 'HEAD').trim());
    expect(base?.readAccepted()).toEqual([]);
  });

  it('is bundled, if something has changed since', async () => {
    const before = await readDocument(join(copy.folder, 'dist/v2.json'));
    await copy.edit('v2/paths/attributes.yaml', ({ get }) => {
      get.summary = 'Changed';
    });
    const base = findMergeBase(copy.folder);
    expect(compareDocuments(await readBase(base), before)).toEqual([]);
  });

  it('is none without a Git history', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-no-history-'));
    expect(findMergeBase(folder)).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  function readBase(base: ReturnType<typeof findMergeBase>) {
    if (!base) throw new Error('There is no merge base.');
    return base.readDocument('v2');
  }
});
