/** Stores the bytes of files outside the database. A key is used once, so an object never changes. */
export interface ObjectStore {
  /** Stores the object as a whole, or not at all. Rejects when the bytes do not have the checksum. */
  put(key: string, content: ObjectContent): Promise<void>;
  /** Returns the bytes from `start` to `end`, both included; undefined when there is no such object. */
  read(key: string, range: { readonly start: number; readonly end: number }): Promise<Buffer | undefined>;
  /** An object that does not exist is no error. */
  remove(key: string): Promise<void>;
  close(): void;
}

export interface ObjectContent {
  readonly size: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
  /** Reads the bytes from the beginning; called again for another attempt. */
  readChunks(): AsyncIterable<Buffer>;
}

/** The object storage cannot be reached or refuses the request. The message is for the operator. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}
