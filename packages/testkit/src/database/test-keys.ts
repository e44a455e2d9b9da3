import { findKeyWrapper, formatEncryptionKey } from '@parley/database';

/** `ENCRYPTION_KEYS` of every test database, so that all processes of a test can open its secrets. */
export const testEncryptionKeys = formatEncryptionKey({
  id: 'test',
  key: Buffer.alloc(32, 'encryption key of tests '),
});

export const testKeys = findKeyWrapper({
  encryptionKeys: testEncryptionKeys,
  databaseUrl: undefined,
  dataDir: '.data',
});
