import type { Context } from '../context.js';
import { requireRoomForBytes } from '../tenants/require-room.js';
import { discardUnused } from './stores/discard-unused.js';
import { type CheckedContent, type PlacedContent, sizeOf } from './stores/file-store.js';
import { findStore } from './stores/find-store.js';

/** Places bytes in the store of new files. Throws when the workspace has no room for them. */
export type PlaceContent = (content: CheckedContent) => Promise<PlacedContent>;

/**
 * Runs work that places bytes before the transaction that creates the files. At its end, the bytes from which no file was created
 * are removed.
 */
export function withPlacedContent<Result>(
  context: Context,
  work: (place: PlaceContent) => Promise<Result>,
): Promise<Result> {
  const { database } = context;
  const { store } = database.files;
  return discardUnused(context, (hold) =>
    work(async (content) => {
      // If the bytes are stored in PostgreSQL, the transaction that stores them checks the limit.
      if (store === 's3') await requireRoomForBytes(database, context, sizeOf(content.content));
      return hold(await findStore(store).place(context, content));
    }),
  );
}
