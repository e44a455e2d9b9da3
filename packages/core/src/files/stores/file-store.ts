import type { Database, FileStore as StoreName } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import type { StagedUpload } from './stage-upload.js';

/** A chunk is so small that neither the driver nor a reader blocks others while it copies one. */
export const fileChunkBytes = 256 * 1024;

/** Bytes from which a file will be created: in memory, or in the database after an upload in chunks. */
export type FileContent = Buffer | StagedUpload;

/** Bytes that are read from elsewhere. */
export interface ReadableContent {
  readonly size: number;
  /** Reads all bytes from the beginning. */
  readChunks(): AsyncIterable<Buffer>;
}

/** An object in the object storage to which no file refers yet. */
export interface StoredObject {
  readonly objectKey: string;
  readonly size: number;
}

/** Bytes in the store in which the file will be. PostgreSQL stores them in the transaction that creates the file. */
export type PlacedContent = FileContent | StoredObject;

export interface CheckedContent<Content = FileContent> {
  readonly content: Content;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
}

/** Where the bytes of a file are. */
export interface FilePlace {
  readonly tenantId: string;
  readonly id: string;
  readonly store: StoreName;
  /** Null for a file in PostgreSQL. */
  readonly objectKey: string | null;
}

export interface ByteRange {
  readonly start: number;
  /** The position of the last byte, inclusive. */
  readonly end: number;
}

/** The dependencies of a store. */
export type StoreContext = Pick<Context, 'database' | 'tenantId' | 'now'>;

/**
 * A store of bytes. `place` may use the network, so it runs before the transaction that creates the file; the other
 * changes are part of that transaction. After an interruption at any point, every file still has its bytes.
 */
export interface FileStore {
  place(
    context: StoreContext,
    content: CheckedContent<FileContent | ReadableContent>,
  ): Promise<PlacedContent>;
  /** Turns the placed bytes into the content of a file. */
  adopt(transaction: Transaction, context: StoreContext, file: AdoptedFile): Promise<void>;
  /** Releases the bytes of a file that has moved to another store. */
  release(transaction: Transaction, context: StoreContext, place: FilePlace): Promise<void>;
  /** Reads at least one byte from the start of the range; undefined when the bytes are no longer here. */
  read(database: FileDatabase, place: FilePlace, range: ByteRange): Promise<Buffer | undefined>;
}

/** What reading the bytes of a file needs. */
export type FileDatabase = Pick<Database, 'sql' | 'files'>;

export interface AdoptedFile {
  readonly fileId: string;
  readonly content: PlacedContent;
  /** How many bytes of a content in memory are already stored. Default is none. */
  readonly storedBytes?: number;
}

export function isReadable(content: FileContent | ReadableContent): content is ReadableContent {
  return 'readChunks' in content;
}

export function isStoredObject(content: PlacedContent): content is StoredObject {
  return 'objectKey' in content;
}

export function sizeOf(content: PlacedContent | ReadableContent): number {
  return Buffer.isBuffer(content) ? content.length : content.size;
}
