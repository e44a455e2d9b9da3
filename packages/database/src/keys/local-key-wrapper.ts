import { createSecretKey } from 'node:crypto';
import { decrypt, encrypt } from './aes-gcm.js';
import { EncryptionKeyError, type KeyContext, type KeyWrapper, type WrappedKey } from './key-wrapper.js';

/** One of `ENCRYPTION_KEYS`. */
export interface EncryptionKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Wraps data keys with keys that this process holds. They come from `ENCRYPTION_KEYS` or from the local file. */
export class LocalKeyWrapper implements KeyWrapper {
  readonly #read: () => Promise<readonly EncryptionKey[]>;
  #known: readonly EncryptionKey[] = [];

  /** `read` returns the keys, newest first. It is called again for a key that it did not return before. */
  constructor(read: () => Promise<readonly EncryptionKey[]>) {
    this.#read = read;
  }

  async currentKeyId(): Promise<string> {
    return (await this.#newest()).id;
  }

  async wrap(key: Buffer, context: KeyContext): Promise<WrappedKey> {
    const newest = await this.#newest();
    const wrapped = encrypt(createSecretKey(newest.key), key, describe(context));
    return { wrappingKeyId: newest.id, wrapped };
  }

  async unwrap({ wrappingKeyId, wrapped }: WrappedKey, context: KeyContext): Promise<Buffer> {
    const { key } = await this.#find(wrappingKeyId);
    const unwrapped = decrypt(createSecretKey(key), wrapped, describe(context));
    if (unwrapped !== undefined) return unwrapped;
    throw new EncryptionKeyError(
      `The encryption key "${wrappingKeyId}" does not unwrap a row of ${context.table}: ENCRYPTION_KEYS has another key under this id, or the row was changed. Set the key that the service used before.`,
    );
  }

  async #newest(): Promise<EncryptionKey> {
    this.#known = await this.#read();
    const [newest] = this.#known;
    if (newest === undefined) throw new EncryptionKeyError('There is no encryption key.');
    return newest;
  }

  async #find(id: string): Promise<EncryptionKey> {
    const isWanted = (key: EncryptionKey) => key.id === id;
    const known = this.#known.find(isWanted);
    if (known !== undefined) return known;
    this.#known = await this.#read();
    const found = this.#known.find(isWanted);
    if (found !== undefined) return found;
    throw new EncryptionKeyError(
      `The encryption key "${id}" is missing, and the database has secrets that only it opens. Add it to the end of ENCRYPTION_KEYS (id:base64, newest first).`,
    );
  }
}

function describe(context: KeyContext): string {
  return JSON.stringify(Object.entries(context).sort(([one], [other]) => (one < other ? -1 : 1)));
}
