import { readLocalEncryptionKeys } from './key-file.js';
import { EncryptionKeyError, type KeyWrapper } from './key-wrapper.js';
import { LocalKeyWrapper } from './local-key-wrapper.js';
import { parseEncryptionKeys } from './parse-encryption-keys.js';

export interface KeySettings {
  /**
   * `ENCRYPTION_KEYS`: keys like `2026-11:base64`, newest first, separated by commas. Undefined means the keys of the
   * local file.
   */
  readonly encryptionKeys: string | undefined;
  /** Undefined means the local database under `dataDir`, which must be running. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/**
 * Returns the keys of `ENCRYPTION_KEYS`, or those in `DATA_DIR` that belong to the local database. Throws when one is
 * malformed.
 */
export function findKeyWrapper(settings: KeySettings): KeyWrapper {
  const { encryptionKeys, databaseUrl, dataDir } = settings;
  if (encryptionKeys === undefined) {
    return databaseUrl === undefined
      ? new LocalKeyWrapper(() => readLocalEncryptionKeys(dataDir))
      : missingKeys;
  }
  const keys = parseEncryptionKeys(encryptionKeys.split(','));
  if (keys === undefined) throw new EncryptionKeyError(malformed);
  return new LocalKeyWrapper(() => Promise.resolve(keys));
}

const malformed =
  'ENCRYPTION_KEYS must be keys like 2026-11:base64, newest first, separated by commas, each of 32 bytes and with an id of its own.';

/** Refuses every use. A process that never touches a secret works without keys. */
export const missingKeys: KeyWrapper = {
  currentKeyId: refuse,
  wrap: refuse,
  unwrap: refuse,
};

function refuse(): Promise<never> {
  return Promise.reject(
    new EncryptionKeyError(
      'When DATABASE_URL is set, ENCRYPTION_KEYS must be set too: one or more keys like id:base64, newest first, separated by commas. Create the first key with: npm run secrets -- new-key',
    ),
  );
}
