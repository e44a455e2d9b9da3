import { type Database, statement } from '@parley/database';
import type { Sizes } from '../sizes.js';
import { sizedStatement } from '../sql/sized-statement.js';
import { useObjects } from './stores/object-file-store.js';

/**
 * After this time, another caller tries to remove the objects that this caller did not remove because it failed or was
 * killed.
 */
const retryMs = 5 * 60 * 1_000;

/**
 * Removes objects that belong to no file, because the upload was interrupted or the file was deleted. An object is
 * marked first, so that it can no longer become the object of a file. Returns the number of removed objects. An object
 * that cannot be removed does not keep the others; it is reported at the end. If no object of a batch can be removed,
 * nothing further is tried.
 */
export async function removeLooseObjects(database: Database, now: Date, sizes: Sizes): Promise<number> {
  let removed = 0;
  // The objects remain until a process is started with `FILES_URL` again.
  if (database.files.objects === undefined) return removed;
  const failures: unknown[] = [];
  for (;;) {
    const claimed = await database.sql(claim(sizes), [now, new Date(now.getTime() + retryMs)]);
    const outcomes = await Promise.allSettled(
      claimed.map(({ key }) => useObjects(database, 'remove', (objects) => objects.remove(key))),
    );
    const gone = claimed.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    if (gone.length > 0) await database.sql(forget, [gone.map(({ key }) => key)]);
    removed += gone.length;
    for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
    if (claimed.length < sizes.objectRemovalBatch || gone.length === 0) break;
  }
  // The first failure is reported; the others have the same cause in most cases.
  if (failures.length > 0)
    throw new Error(`${failures.length} objects could not be removed`, { cause: failures[0] });
  return removed;
}

const claim = sizedStatement<{ key: string }>(
  'claim-loose-objects',
  ({ objectRemovalBatch }) => `update loose_objects object set is_leaving = true, remove_at = $2::timestamptz
   from (
     select key from loose_objects where remove_at <= $1::timestamptz
     order by remove_at limit ${objectRemovalBatch} for update skip locked
   ) due
   where object.key = due.key
   returning object.key`,
);

const forget = statement('forget-loose-objects', 'delete from loose_objects where key = any ($1::text[])');
