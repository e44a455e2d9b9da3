/** A key in the form in which it is stored: encrypted by another key. */
export interface WrappedKey {
  /** The id of the key that wrapped it. */
  readonly wrappingKeyId: string;
  readonly wrapped: Buffer;
}

/** Where a wrapped key is stored. It is authenticated, so that a key that is copied elsewhere cannot be unwrapped. */
export type KeyContext = Readonly<Record<string, string>>;

/**
 * Wraps the keys that the database stores. `LocalKeyWrapper` holds the wrapping keys itself. A key management service
 * can take its place by implementing these three methods; the wrapping keys then never enter this process.
 */
export interface KeyWrapper {
  /** Returns the id of the key that wraps new keys. */
  currentKeyId(): Promise<string>;
  wrap(key: Buffer, context: KeyContext): Promise<WrappedKey>;
  /** Rejects with an `EncryptionKeyError` when the key is missing or wrong. */
  unwrap(key: WrappedKey, context: KeyContext): Promise<Buffer>;
}

/** The encryption keys are missing or wrong. The message says what the operator can do, and contains no part of a key. */
export class EncryptionKeyError extends Error {
  override readonly name = 'EncryptionKeyError';
}
