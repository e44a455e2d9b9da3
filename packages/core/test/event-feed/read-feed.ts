import { waitUntil } from '../../../testkit/src/wait-until.js';
import { type Context, type EventRecord, type EventSearchRequest, searchEvents } from '../../src/index.js';

/** A reader that polls the feed and keeps its position, as a partner does. */
export function createReader(context: Context, { query, limit = 2, cursor: start }: EventSearchRequest = {}) {
  let cursor = start;
  const seen: EventRecord[] = [];

  /** Reads until the end of the feed. */
  async function poll(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const page = await searchEvents(context, { query, limit, cursor });
      seen.push(...page.records);
      cursor = page.resumeCursor;
      hasMore = page.nextCursor !== null;
    }
  }

  /**
   * Reads on until this many events were seen. Transactions of other test files, in other databases of the server, can
   * delay the end of the feed.
   */
  async function pollUntil(count: number): Promise<readonly EventRecord[]> {
    await waitUntil(async () => {
      await poll();
      return seen.length >= count;
    });
    return seen;
  }

  return { seen, poll, pollUntil };
}
