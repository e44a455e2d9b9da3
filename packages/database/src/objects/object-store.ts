/** Stores the bytes of files outside the database. A key is used once, so an object never changes. */
export interface ObjectStore {
  /** Stores the complete object or nothing. Rejects if the checksum does not match the bytes. */
  put(key: string, content: ObjectContent): Promise<void>;
  /** Returns the bytes from `start` to `end`, both included; undefined when there is no such object. */
  read(key: string, range: { readonly start: number; readonly end: number }): Promise<Buffer | undefined>;
  /** Removes an object. It is not an error if the object does not exist. */
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
