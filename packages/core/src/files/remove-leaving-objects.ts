import { type Database, statement } from '@parley/database';
import { useObjects } from './stores/object-file-store.js';

const batchSize = 50;

/**
 * Removes all objects of a tenant whose files were deleted or have moved, even those that another process is removing or that
 * wait for readers: it is no error to remove an object twice, and a reader continues at the new place of the file. Throws
 * when one cannot be removed.
 */
export async function removeLeavingObjects(database: Database, tenantId: string): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    const keys = (await database.sql(list, [tenantId])).map(({ key }) => key);
    await Promise.all(keys.map((key) => useObjects(database, 'remove', (objects) => objects.remove(key))));
    if (keys.length > 0) await database.sql(forget, [keys]);
    count = keys.length;
  }
}

const list = statement<{ key: string }>(
  'list-leaving-objects',
  `select key from loose_objects where is_leaving and key like $1::uuid || '/%' order by key limit ${batchSize}`,
);

const forget = statement(
  'forget-leaving-objects',
  'delete from loose_objects where key = any ($1::text[]) and is_leaving',
);
