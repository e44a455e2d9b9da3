import type { Context } from '../context.js';
import { requireRoomForBytes } from '../tenants/require-room.js';
import { type CheckedContent, type PlacedContent, sizeOf } from './stores/file-store.js';
import { findStore } from './stores/find-store.js';

/**
 * Places bytes in the store of new files, before the transaction that creates the file. Throws when the workspace has
 * no room for them.
 */
export async function placeContent(context: Context, content: CheckedContent): Promise<PlacedContent> {
  const { database } = context;
  const { store } = database.files;
  // If the bytes are stored in PostgreSQL, the transaction that stores them checks the limit.
  if (store === 's3') await requireRoomForBytes(database, context, sizeOf(content.content));
  return findStore(store).place(context, content);
}
