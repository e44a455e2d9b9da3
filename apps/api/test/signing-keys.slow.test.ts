import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { localKeyFile, readLocalKeys, rotateSigningKey } from '../src/signing-keys.js';

const folder = makeTestFolder('secret');

describe('the file of signing keys', () => {
  it('says which file to remove when a process died while it changed the keys', async () => {
    const dataDir = join(folder, 'locked');
    await readLocalKeys(dataDir);
    const file = localKeyFile(dataDir);
    await writeFile(`${file}.lock`, '');
    await expect(rotateSigningKey(file, new Date())).rejects.toThrow(/jwt-secret\.lock exists/);
  });
});
