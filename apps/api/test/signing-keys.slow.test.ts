import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { localKeyFile, readLocalKeys, rotateSigningKey } from '../src/signing-keys.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-secret-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the file of signing keys', () => {
  it('says which file to remove when a process died while it changed the keys', async () => {
    const dataDir = join(folder, 'locked');
    await readLocalKeys(dataDir);
    const file = localKeyFile(dataDir);
    await writeFile(`${file}.lock`, '');
    await expect(rotateSigningKey(file, new Date())).rejects.toThrow(/jwt-secret\.lock exists/);
  });
});
