import { followEvents, openFileLinks } from '@parley/core';
import type { FeedFollower } from './feed-follower.js';
import type { OpenStream } from './open-stream.js';
import { RecordBatch } from './record-batch.js';
import type { Semaphore } from './semaphore.js';
import type { StreamDependencies } from './stream-dependencies.js';

interface CatchUpOptions extends StreamDependencies {
  readonly follower: FeedFollower;
  readonly semaphore: Semaphore;
}

/**
 * Sends the events that a stream has missed, as fast as its reader reads them, until it has reached the feed that the
 * process follows. Streams that catch up take turns.
 */
export async function catchUp(open: OpenStream, options: CatchUpOptions): Promise<void> {
  const { follower, semaphore, limits, publicUrl } = options;
  const { context, start, types } = open.stream;
  const { tenantId, database, now } = context;
  let last = start.end;
  while (!open.isEnded) {
    const followed = follower.positionOf(tenantId);
    const feed = { tenantId, after: open.position, retentionDays: start.retentionDays };
    const request = { now: now(), limit: limits.pageSize, types };
    const [found] = await semaphore.run(() => followEvents(database.sql, [feed], request));
    if (found) {
      last = found.reached;
      const links = await openFileLinks(context, publicUrl);
      open.send(new RecordBatch(found.events, { ...found, feedId: start.feedId, links }));
      await open.drain();
      if (found.hasMore) continue;
    }
    // The statement began after the feed was followed up to there, so no event is missing.
    if (followed) open.skipTo(followed);
    if (open.isEnded || follower.join(open, last)) return;
  }
}
