import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { isPackageRaised } from '../scripts/is-package-raised.js';

describe('`changeset version` releases the contract', () => {
  const folder = makeTestFolder('raised');
  const write = (version: string): void =>
    writeFileSync(join(folder, 'packages/contract/package.json'), JSON.stringify({ version }));
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder });

  beforeAll(() => {
    mkdirSync(join(folder, 'packages/contract'), { recursive: true });
    write('1.0.0');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
  });

  it('if it raised the version of the package', () => {
    write('1.1.0');
    expect(isPackageRaised(folder)).toBe(true);
  });

  it('and not if it raised only that of another package', () => {
    write('1.0.0');
    expect(isPackageRaised(folder)).toBe(false);
  });
});
