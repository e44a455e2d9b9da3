import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { findStaleContract, hashContract, recordContract } from '../generator/stale-contract.js';

const changed = 'The contract has changed since it was generated. Run: npm run types';
let root: string;
let home: URL;
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(join(root, file, '..'), { recursive: true });
  await writeFile(join(root, file), text);
};
beforeEach(async () => {
  root = makeTestFolder('stale');
  home = pathToFileURL(`${root}/packages/contract/`);
  for (const folder of ['v3/paths', 'v2', 'shared', 'decorators']) await write(`spec/${folder}/a.yaml`, 'a');
  await mkdir(join(root, 'packages/contract/src/generated'), { recursive: true });
});

describe('a contract that was not generated as it is', () => {
  it('is reported in one line, and not again after it was generated', () => {
    expect(findStaleContract(home)).toBe('The contract has not been generated. Run: npm run build');
    recordContract(home, hashContract(home));
    expect(findStaleContract(home)).toBeUndefined();
  });

  it.each<[string, () => Promise<void>]>([
    ['a file of v3', () => write('spec/v3/paths/a.yaml', 'b')],
    ['a file of v2', () => write('spec/v2/a.yaml', 'b')],
    ['a shared file', () => write('spec/shared/a.yaml', 'b')],
    ['a decorator', () => write('spec/decorators/b.ts', '')],
    ['a path with a parameter', () => write('spec/v3/paths/chats@{chatId}.yaml', 'a')],
    ['the name of a file', () => rename(join(root, 'spec/v2/a.yaml'), join(root, 'spec/v2/b.yaml'))],
    ['a file that was removed', () => rm(join(root, 'spec/shared/a.yaml'))],
  ])('differs by %s', async (_, change) => {
    recordContract(home, hashContract(home));
    await change();
    expect(findStaleContract(home)).toBe(changed);
  });

  it('differs by a file that was edited while the contract was generated', async () => {
    const before = hashContract(home);
    await write('spec/v2/a.yaml', 'b');
    recordContract(home, before);
    expect(findStaleContract(home)).toBe(changed);
  });
});
