import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { isStoredObject, type PlacedContent } from './stores/file-store.js';

/**
 * Lets the objects of placed bytes be removed at once, unless a file has them: the record that should get the file is gone.
 * Maintenance would remove them an hour later, and an erasure would not know of them.
 */
export async function discardContent(
  { database }: Pick<Context, 'database'>,
  contents: readonly PlacedContent[],
): Promise<void> {
  const keys = contents.flatMap((content) => (isStoredObject(content) ? content.objectKey : []));
  if (keys.length > 0) await database.sql(release, [keys]);
}

/** The object of a file is not in the table any more. */
const release = statement(
  'discard-loose-objects',
  `update loose_objects set is_leaving = true, remove_at = 'epoch' where key = any ($1::text[]) and not is_leaving`,
);
