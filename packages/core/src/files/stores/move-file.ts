import { type Database, runInTransaction, type FileStore as StoreName, statement } from '@parley/database';
import { discardUnused } from './discard-unused.js';
import { type FilePlace, isStoredObject } from './file-store.js';
import { findStore } from './find-store.js';
import { type FileRow, openFile } from './stored-file.js';

interface Move {
  readonly to: StoreName;
  readonly now: () => Date;
}

/**
 * Moves the bytes of a file to another store while it is in use. The row changes in one transaction after the bytes
 * have been copied and compared with the checksum; readers that have already begun continue with the new store. Returns
 * false when the file was deleted or moved by somebody else meanwhile; the copy is then removed.
 */
export function moveFile(database: Database, file: FileRow, { to, now }: Move): Promise<boolean> {
  const { tenantId, id, checksum } = file;
  const context = { database, tenantId, now };
  const target = findStore(to);
  return discardUnused(context, async (hold) => {
    const content = hold(await target.place(context, { content: openFile(database, file), checksum }));
    return runInTransaction(database, async (transaction) => {
      const [place] = await transaction.sql(lockPlace, [tenantId, id]);
      if (place?.store !== file.store || place.objectKey !== file.objectKey) return false;
      const objectKey = isStoredObject(content) ? content.objectKey : null;
      await transaction.sql(changePlace, [tenantId, id, to, objectKey]);
      await target.adopt(transaction, context, { fileId: id, content });
      await findStore(file.store).release(transaction, context, file);
      return true;
    });
  });
}

const lockPlace = statement<FilePlace>(
  'lock-place-of-file',
  `select tenant_id as "tenantId", id, store, object_key as "objectKey" from files
   where tenant_id = $1::uuid and id = $2::uuid for no key update`,
);

const changePlace = statement(
  'change-place-of-file',
  `update files set store = $3::file_store, object_key = $4::text where tenant_id = $1::uuid and id = $2::uuid`,
);
