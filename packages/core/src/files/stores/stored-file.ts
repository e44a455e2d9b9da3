import { createHash } from 'node:crypto';
import { statement } from '@parley/database';
import { notFound } from '../../domain-error.js';
import type { ByteRange, FileDatabase, FilePlace } from './file-store.js';
import { findStore } from './find-store.js';

/** A file whose bytes are read in chunks, so that no file is held in memory as a whole. */
export interface StoredFile {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
  /**
   * Reads all bytes, or the bytes of a range. When it reads all bytes, it checks them: the last chunk of a file with a
   * wrong checksum is not returned, and the reader gets an error instead of a complete file.
   */
  readChunks(range?: ByteRange): AsyncGenerator<Buffer, void>;
}

export interface FileRow extends Omit<StoredFile, 'readChunks'>, FilePlace {}

export const fileColumns = `tenant_id as "tenantId", id, name, content_type as "contentType", size, checksum, store, object_key as "objectKey"`;

export function openFile(
  database: FileDatabase,
  { tenantId, id, store, objectKey, ...facts }: FileRow,
): StoredFile {
  return {
    ...facts,
    async *readChunks(range) {
      const { start, end } = range ?? { start: 0, end: facts.size - 1 };
      const hash = range ? undefined : createHash('sha256');
      let place: FilePlace = { tenantId, id, store, objectKey };
      for (let at = start; at <= end; ) {
        const bytes = await findStore(place.store).read(database, place, { start: at, end });
        if (bytes === undefined) {
          place = await findNewPlace(database, place);
          continue;
        }
        at += bytes.length;
        hash?.update(bytes);
        if (at > end && hash && hash.digest('hex') !== facts.checksum) {
          database.files.failures.add(place.store, 'verify');
          throw new Error(`The checksum of the file ${id} does not match its bytes`);
        }
        yield bytes;
      }
    },
  };
}

/** Finds the bytes of a file that has moved to the other store meanwhile; throws if the file was deleted. */
async function findNewPlace(database: FileDatabase, place: FilePlace): Promise<FilePlace> {
  const [now] = await database.sql(findPlace, [place.tenantId, place.id]);
  if (now === undefined) throw notFound('file');
  if (now.store === place.store && now.objectKey === place.objectKey) {
    database.files.failures.add(place.store, 'read');
    throw new Error(`The bytes of the file ${place.id} are missing`);
  }
  return now;
}

const findPlace = statement<FilePlace>(
  'find-place-of-file',
  `select tenant_id as "tenantId", id, store, object_key as "objectKey" from files
   where tenant_id = $1::uuid and id = $2::uuid`,
);
