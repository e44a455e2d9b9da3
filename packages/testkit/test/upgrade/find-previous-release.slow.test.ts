import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '../../src/make-test-folder.js';
import { findPreviousRelease } from '../../src/upgrade/find-previous-release.js';

const root = makeTestFolder('releases');
let commits: string[];
const newestReleased = '1_first';
/** Each commit is a second later than the one before. */
let commitCount = 0;

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@parley.example'];
  const env = { ...process.env, GIT_COMMITTER_DATE: `2026-11-16T12:00:${10 + commitCount}Z` };
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8', env }).trim();
}

function commit(file: string): string {
  commitCount += 1;
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), '');
  git('add', '.');
  git('commit', '--quiet', '-m', file);
  return git('rev-parse', 'HEAD');
}

beforeAll(() => {
  git('init', '--quiet');
  commits = ['1_first/migration.sql', '../notes', '2_second/migration.sql', '3_third/migration.sql'].map(
    (file) => commit(join('prisma/migrations', file)),
  );
});

describe('the previous release', () => {
  it('without a tag is the last commit without a migration that is newer than the newest released one', async () => {
    const found = await findPreviousRelease(root, { newestReleased });
    expect(found).toMatchObject({
      commit: commits[1],
      reason: expect.stringContaining('2_second'),
      newestMigration: '1_first',
    });
  });

  it('is the newest tag before this commit, with its migrations and not those that the file names', async () => {
    git('tag', 'v1.0.0', commits[0] ?? '');
    git('tag', '@parley/client@1.1.0', commits[2] ?? '');
    git('tag', 'unrelated', commits[2] ?? '');
    git('tag', 'v2.0.0');
    expect(await findPreviousRelease(root, { newestReleased })).toMatchObject({
      ref: '@parley/client@1.1.0',
      commit: commits[2],
      newestMigration: '2_second',
    });
  });

  it('is what --from names', async () => {
    const found = await findPreviousRelease(root, { from: 'v1.0.0', newestReleased });
    expect(found).toEqual({
      ref: 'v1.0.0',
      commit: commits[0],
      reason: 'named by --from',
      newestMigration: '1_first',
    });
    await expect(findPreviousRelease(root, { from: 'nothing', newestReleased })).rejects.toThrow();
  });

  it('must be named when there is neither a tag nor a later migration', async () => {
    git('tag', '--delete', 'v1.0.0', '@parley/client@1.1.0');
    const late = { newestReleased: '3_third' };
    await expect(findPreviousRelease(root, late)).rejects.toThrow('There is no migration after 3_third');
  });
});
