import { createSecretKey, randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { makeTestFolder } from '../../testkit/src/make-test-folder.js';
import {
  addLocalEncryptionKey,
  decrypt,
  EncryptionKeyError,
  encrypt,
  encryptionKeyFile,
  findKeyWrapper,
  formatEncryptionKey,
  LocalKeyWrapper,
  readLocalEncryptionKeys,
} from '../src/index.js';

const dataDir = makeTestFolder('encryption-keys');

const keyOf = (id: string) => ({ id, key: randomBytes(32) });
const context = { table: 'data_keys', tenantId: 'a', id: 'b' };

describe('AES-256-GCM', () => {
  const key = createSecretKey(randomBytes(32));
  const encrypted = encrypt(key, Buffer.from('plain'), 'place');

  test('decrypts what it encrypted, and nothing that was changed in any byte', () => {
    expect(decrypt(key, encrypted, 'place')?.toString()).toBe('plain');
    for (let index = 0; index < encrypted.length; index += 1) {
      const changed = Buffer.from(encrypted);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(decrypt(key, changed, 'place')).toBeUndefined();
    }
    expect(decrypt(key, encrypted, 'other place')).toBeUndefined();
    expect(decrypt(createSecretKey(randomBytes(32)), encrypted, 'place')).toBeUndefined();
    expect(decrypt(key, encrypted.subarray(0, 20), 'place')).toBeUndefined();
  });
});

describe('ENCRYPTION_KEYS', () => {
  const find = (encryptionKeys: string | undefined) =>
    findKeyWrapper({ encryptionKeys, databaseUrl: 'postgres://db/parley', dataDir });
  const [one, two] = [formatEncryptionKey(keyOf('one')), formatEncryptionKey(keyOf('two'))];

  test('the first wraps, all unwrap, and a wrapped key belongs to its row', async () => {
    const dataKey = randomBytes(32);
    const old = await find(one).wrap(dataKey, context);
    expect(old.wrappingKeyId).toBe('one');
    expect(old.wrapped.includes(dataKey)).toBe(false);
    const both = find(` ${two}, ${one} `);
    expect(await both.currentKeyId()).toBe('two');
    expect(await both.unwrap(old, { id: 'b', tenantId: 'a', table: 'data_keys' })).toEqual(dataKey);
    await expect(both.unwrap(old, { ...context, tenantId: 'c' })).rejects.toThrow(EncryptionKeyError);
    await expect(find(two).unwrap(old, context)).rejects.toThrow('The encryption key "one" is missing');
  });

  test.each(['', 'one', 'one:', ':ONE', 'one:c2hvcnQ=', 'ONE,ONE', 'ONE,', 'ONE;TWO'])(
    'the malformed %j is refused, and its value is not shown',
    (malformed) => {
      let message = '';
      try {
        find(malformed.replaceAll('ONE', one).replace('TWO', two));
      } catch (error) {
        message = error instanceof EncryptionKeyError ? error.message : '';
      }
      expect(message).toMatch(/^ENCRYPTION_KEYS must be keys like 2026-11:base64, newest first, .+\.$/);
      expect(message).not.toContain(one.slice(4));
    },
  );
});

describe('the keys of a local start', () => {
  test('are created once, readable by their owner only, even when two processes start', async () => {
    const [first, second] = await Promise.all([
      readLocalEncryptionKeys(dataDir),
      readLocalEncryptionKeys(dataDir),
    ]);
    expect(first).toEqual(second);
    expect(first).toEqual([{ id: expect.stringMatching(/^k-[0-9a-f]{8}$/), key: expect.any(Buffer) }]);
    expect((await stat(encryptionKeyFile(dataDir))).mode & 0o777).toBe(0o600);
  });

  test('a new key wraps at once in a running process, which still unwraps with the older key', async () => {
    const running = new LocalKeyWrapper(() => readLocalEncryptionKeys(dataDir));
    const dataKey = randomBytes(32);
    const old = await running.wrap(dataKey, context);
    const [newest] = await addLocalEncryptionKey(dataDir);
    expect(await running.currentKeyId()).toBe(newest?.id);
    expect(newest?.id).not.toBe(old.wrappingKeyId);
    expect(await running.unwrap(old, context)).toEqual(dataKey);
    const other = new LocalKeyWrapper(() => readLocalEncryptionKeys(dataDir));
    expect(await running.unwrap(await other.wrap(dataKey, context), context)).toEqual(dataKey);
  });

  test('no key is lost when several are added at the same time', async () => {
    const before = await readLocalEncryptionKeys(dataDir);
    const added = await Promise.all(Array.from({ length: 5 }, () => addLocalEncryptionKey(dataDir)));
    const ids = (await readLocalEncryptionKeys(dataDir)).map(({ id }) => id);
    expect(ids).toHaveLength(before.length + 5);
    expect(ids).toEqual(expect.arrayContaining(added.map(([newest]) => newest?.id)));
  });

  test('a damaged file is not replaced: one line says what it must hold', async () => {
    const file = encryptionKeyFile(dataDir);
    await writeFile(file, 'damaged');
    await expect(readLocalEncryptionKeys(dataDir)).rejects.toThrow(
      `${file} must have lines like id:base64, each with a key of 32 bytes. Restore it from a backup: the database cannot be read without it.`,
    );
    expect(await readFile(file, 'utf8')).toBe('damaged');
  });
});
