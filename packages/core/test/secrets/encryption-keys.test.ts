import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, EncryptionKeyError, findKeyWrapper, formatEncryptionKey } from '@parley/database';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { newId, openFileLinks, defaultSizes as sizes } from '../../src/index.js';
import { checkEncryptionKeys } from '../../src/secrets/keys/check-encryption-keys.js';
import { rewrapKeys } from '../../src/secrets/keys/rewrap-keys.js';
import { webhookSecret } from '../../src/secrets/places.js';
import { openSecret, sealSecret } from '../../src/secrets/secrets.js';
import { listKeyUses } from '../../src/secrets/stored/describe-keys.js';
import { createContext } from '../test-context.js';
import { createTenant } from '../testkit.js';

const target = useTestDatabase();

beforeEach(() => target.database.pool.query('delete from tenants; delete from file_url_keys'));

const [first, second] = ['first', 'second'].map((id) => formatEncryptionKey({ id, key: randomBytes(32) }));

/** Returns the database as a new process with these keys sees it. */
function withKeys(...keys: (string | undefined)[]): Database {
  const encryptionKeys = keys.length === 0 ? undefined : keys.join(',');
  const settings = { encryptionKeys, databaseUrl: target.url, dataDir: '.data' };
  return { ...target.database, keys: findKeyWrapper(settings) };
}

/** Creates a tenant with a sealed secret, and a signed file URL. */
async function fill(database: Database) {
  const { id: tenantId } = await createTenant(database);
  const place = webhookSecret(tenantId, newId());
  const sealed = await sealSecret({ database, sql: database.sql }, place, 'secret');
  await openFileLinks(createContext(database, tenantId), 'https://parley.example');
  return (process: Database) => openSecret({ database: process, sql: process.sql }, place, sealed);
}

describe('checkEncryptionKeys', () => {
  test('accepts an empty database and the keys in any order, and refuses no key at all', async () => {
    await checkEncryptionKeys(withKeys(first));
    await fill(withKeys(first));
    await checkEncryptionKeys(withKeys(first));
    await checkEncryptionKeys(withKeys(second, first));
    await expect(checkEncryptionKeys(withKeys())).rejects.toThrow(
      'When DATABASE_URL is set, ENCRYPTION_KEYS must be set too: one or more keys like id:base64, newest first, separated by commas. Create the first key with: npm run secrets -- new-key',
    );
  });

  test('names a missing key, and says where to add it', async () => {
    await fill(withKeys(first));
    const checked = checkEncryptionKeys(withKeys(second));
    await expect(checked).rejects.toThrow(EncryptionKeyError);
    await expect(checked).rejects.toThrow(
      'The encryption key "first" is missing, and the database has secrets that only it opens. Add it to the end of ENCRYPTION_KEYS (id:base64, newest first).',
    );
  });

  test('says that another key has the id', async () => {
    await fill(withKeys(first));
    const wrong = formatEncryptionKey({ id: 'first', key: randomBytes(32) });
    const error = await checkEncryptionKeys(withKeys(wrong)).catch((failure: Error) => failure);
    expect(error).toBeInstanceOf(EncryptionKeyError);
    expect(String(error)).toContain('The encryption key "first" does not unwrap a row of data_keys');
    expect(String(error)).not.toContain(wrong.split(':')[1]);
  });
});

describe('rewrapKeys', () => {
  test('wraps everything with the newest key; a running process and its secrets notice nothing', async () => {
    const running = withKeys(first);
    const opens = [await fill(running), await fill(running)];
    const rotated = await rewrapKeys(withKeys(second, first), sizes);
    expect(rotated).toEqual({ keyId: 'second', dataKeys: 2, fileUrlKeys: 1 });
    expect(await listKeyUses(target.database)).toEqual([
      { wrappingKeyId: 'second', dataKeys: 2, fileUrlKeys: 1 },
    ]);
    for (const open of opens) {
      expect(await open(running)).toBe('secret');
      // The first key is not needed any more.
      expect(await open(withKeys(second))).toBe('secret');
    }
    await checkEncryptionKeys(withKeys(second));
    expect(await rewrapKeys(withKeys(second, first), sizes)).toMatchObject({ dataKeys: 0, fileUrlKeys: 0 });
  });

  test('continues after an interruption, and works for more keys than fit into one batch', async () => {
    const running = withKeys(first);
    for (let count = 0; count < 120; count += 1) await fill(running);
    let wraps = 0;
    const { keys } = withKeys(second, first);
    const dying: Database = {
      ...target.database,
      keys: {
        currentKeyId: () => keys.currentKeyId(),
        unwrap: (...args) => keys.unwrap(...args),
        wrap(...args) {
          wraps += 1;
          return wraps > 110 ? Promise.reject(new Error('killed')) : keys.wrap(...args);
        },
      },
    };
    await expect(rewrapKeys(dying, sizes)).rejects.toThrow('killed');
    expect(await listKeyUses(target.database)).toMatchObject([
      { wrappingKeyId: 'first', dataKeys: 20 },
      { wrappingKeyId: 'second', dataKeys: 100 },
    ]);
    expect(await rewrapKeys(withKeys(second, first), sizes)).toMatchObject({ dataKeys: 20 });
  });

  test('fails with the name of the key when an older one is missing', async () => {
    await fill(withKeys(first));
    await expect(rewrapKeys(withKeys(second), sizes)).rejects.toThrow(
      'The encryption key "first" is missing',
    );
  });
});
