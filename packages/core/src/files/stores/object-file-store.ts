import { type Database, type ObjectStore, statement } from '@parley/database';
import { newId } from '../../ids.js';
import {
  type FileContent,
  type FilePlace,
  type FileStore,
  fileChunkBytes,
  isReadable,
  isStoredObject,
  type ReadableContent,
  type StoreContext,
  sizeOf,
} from './file-store.js';
import { discardUpload, readUpload } from './stage-upload.js';

/**
 * The number of bytes of one request. A reader that is slower than the store holds this many bytes in memory, and no
 * connection.
 */
const readBytes = 1_048_576;

/** An object that belongs to no file after this time is removed. Every upload takes less time than this. */
const arrivalMs = 60 * 60 * 1_000;

/** Readers that have begun can still read an object this long after its file has moved elsewhere. */
const departureMs = 10 * 60 * 1_000;

/**
 * Stores the bytes as an object. A row of `loose_objects` names the object before it is stored, and until its file
 * exists: after a crash at any moment, either the file exists with its object, or maintenance removes the object.
 */
export const objectFileStore: FileStore = {
  async place(context, { content, checksum }) {
    const { database, tenantId, now } = context;
    const size = sizeOf(content);
    const objectKey = `${tenantId}/${newId()}`;
    await database.sql(announce, [objectKey, false, new Date(now().getTime() + arrivalMs)]);
    const readChunks = () => readContent(context, content);
    await useObjects(database, 'write', (objects) => objects.put(objectKey, { size, checksum, readChunks }));
    if (!isReadable(content) && !Buffer.isBuffer(content)) await discardUpload(context, content);
    return { objectKey, size };
  },

  async adopt({ sql }, _context, { content }) {
    if (!isStoredObject(content)) throw new Error('The object storage does not have these bytes');
    const [adopted] = await sql(adoptObject, [content.objectKey]);
    if (adopted === undefined)
      throw new Error('The object of a file was removed because it had no file for too long');
  },

  async release({ sql }, { now }, { objectKey }) {
    await sql(announce, [objectKey, true, new Date(now().getTime() + departureMs)]);
  },

  read(database, place, { start, end }) {
    const range = { start, end: Math.min(end, start + readBytes - 1) };
    return useObjects(database, 'read', (objects) => objects.read(keyOf(place), range));
  },
};

/** Runs an operation of the object storage, and counts its failure. */
export async function useObjects<Result>(
  { files: { objects, failures } }: Pick<Database, 'files'>,
  operation: 'write' | 'read' | 'remove',
  work: (objects: ObjectStore) => Promise<Result>,
): Promise<Result> {
  try {
    if (objects === undefined) throw new Error('A file is in the object storage, but FILES_URL is not set');
    return await work(objects);
  } catch (error) {
    failures.add('s3', operation);
    throw error;
  }
}

async function* readContent(
  context: StoreContext,
  content: FileContent | ReadableContent,
): AsyncGenerator<Buffer, void> {
  if (isReadable(content)) return yield* content.readChunks();
  if (!Buffer.isBuffer(content)) return yield* readUpload(context, content);
  for (let at = 0; at < content.length; at += fileChunkBytes) yield content.subarray(at, at + fileChunkBytes);
}

function keyOf({ id, objectKey }: FilePlace): string {
  if (objectKey === null) throw new Error(`The file ${id} has no object`);
  return objectKey;
}

const announce = statement(
  'announce-loose-object',
  'insert into loose_objects (key, is_leaving, remove_at) values ($1::text, $2::boolean, $3::timestamptz)',
);

const adoptObject = statement<{ key: string }>(
  'adopt-object',
  'delete from loose_objects where key = $1::text and not is_leaving returning key',
);
