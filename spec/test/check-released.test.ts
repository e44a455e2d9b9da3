import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { checkReleased } from '../scripts/check-released.js';

/** The files of the commit that the branch started from, in a folder without a Git history. */
describe('the baseline', () => {
  const committed: Readonly<Record<string, string>> = {
    'released/lock.json': '{ "v3.json": "sha256-a", "v2.json": "sha256-b" }',
    'released/v3.json': '{ "paths": {} }',
    'released/v2.json': '{ "paths": {} }',
    'dist/v3.json': '{ "paths": { "/chats": {} } }',
    'dist/v2.json': '{ "paths": {} }',
  };
  const base = { readText: (file: string) => committed[file] };
  let folder: string;
  const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);
  const recompute = (): Promise<void> =>
    write('released/lock.json', '{ "v3.json": "sha256-c", "v2.json": "sha256-b" }');

  beforeEach(async () => {
    folder = makeTestFolder('released');
    for (const name of ['released', 'dist']) await mkdir(join(folder, name));
    for (const [file, text] of Object.entries(committed)) await write(file, text);
  });

  it('may stay as it is', async () => {
    await expect(checkReleased(base, folder)).resolves.toBeUndefined();
  });

  it('cannot be deleted as a whole', async () => {
    await rm(join(folder, 'released'), { recursive: true });
    await expect(checkReleased(base, folder)).rejects.toThrow('this is not a release');
  });

  it('cannot be replaced with hashes that were computed again', async () => {
    await recompute();
    await cp(join(folder, 'dist/v3.json'), join(folder, 'released/v3.json'));
    await expect(checkReleased(base, folder)).rejects.toThrow('this is not a release');
  });

  it('is replaced by a release, which adds to the history', async () => {
    await recompute();
    await write('released/history.json', '[{ "version": "v3" }]');
    await expect(checkReleased(base, folder)).rejects.toThrow('this is not a release');
    await write('released/v3.json', await readFile(join(folder, 'dist/v3.json'), 'utf8'));
    await expect(checkReleased(base, folder)).resolves.toBeUndefined();
  });

  it.each([
    ['rewrites an earlier entry', '[{ "version": "v3" }, { "version": "v3", "releasedOn": "2026-01-02" }]'],
    ['drops an earlier entry', '[{ "version": "v3" }, { "version": "v2" }]'],
    [
      'adds below the earlier entries',
      '[{ "version": "v3", "releasedOn": "2026-01-01" }, { "version": "v3" }]',
    ],
  ])('is not replaced by a release that %s of the history', async (_, history) => {
    const earlier = '[{ "version": "v3", "releasedOn": "2026-01-01" }]';
    const files: typeof committed = { ...committed, 'released/history.json': earlier };
    const withHistory = { readText: (file: string) => files[file] };
    await recompute();
    await cp(join(folder, 'dist/v3.json'), join(folder, 'released/v3.json'));
    await write('released/history.json', `[{ "version": "v3" }, ${earlier.slice(1)}`);
    await expect(checkReleased(withHistory, folder)).resolves.toBeUndefined();
    await write('released/history.json', history);
    await expect(checkReleased(withHistory, folder)).rejects.toThrow('this is not a release');
  });

  it('may be new', async () => {
    await expect(checkReleased({ readText: () => undefined }, folder)).resolves.toBeUndefined();
  });
});
