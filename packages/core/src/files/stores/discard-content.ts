import { statement } from '@parley/database';
import { isStoredObject, type PlacedContent, type StoreContext } from './file-store.js';
import { discardUpload } from './stage-upload.js';

/**
 * Removes placed bytes, unless a file has them: the chunks of an upload now, and an object with the next removal of objects.
 * Maintenance would remove them an hour later, and an erasure would not know of them.
 */
export async function discardContent(
  context: StoreContext,
  contents: readonly PlacedContent[],
): Promise<void> {
  const keys: string[] = [];
  for (const content of contents) {
    if (Buffer.isBuffer(content)) continue;
    if (isStoredObject(content)) keys.push(content.objectKey);
    else await discardUpload(context, content);
  }
  if (keys.length > 0) await context.database.sql(release, [keys]);
}

/** The object of a file is not in the table any more. */
const release = statement(
  'discard-loose-objects',
  `update loose_objects set is_leaving = true, remove_at = 'epoch' where key = any ($1::text[]) and not is_leaving`,
);
