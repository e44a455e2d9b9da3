import { discardContent } from './discard-content.js';
import type { PlacedContent, StoreContext } from './file-store.js';

/** Remembers placed bytes until the end of the work. Returns them. */
export type HoldContent = (content: PlacedContent) => PlacedContent;

/**
 * Runs work that places bytes and creates files from them. At its end, the bytes from which no file was created are removed: the
 * work failed, or its message was already known, or its record is gone.
 */
export async function discardUnused<Result>(
  context: StoreContext,
  work: (hold: HoldContent) => Promise<Result>,
): Promise<Result> {
  const placed: PlacedContent[] = [];
  try {
    return await work((content) => {
      placed.push(content);
      return content;
    });
  } finally {
    // The outcome of the work counts. Maintenance removes what remains if the database is unavailable.
    await discardContent(context, placed).catch(() => undefined);
  }
}
