import { type FeedPosition, followEvents, isLater, openFileLinks } from '@parley/core';
import type { FeedFollower } from './feed-follower.js';
import type { OpenStream } from './open-stream.js';
import { pause } from './pause.js';
import { RecordBatch } from './record-batch.js';
import type { Semaphore } from './semaphore.js';
import type { StreamDependencies } from './stream-dependencies.js';

interface CatchUpOptions extends StreamDependencies {
  readonly follower: FeedFollower;
  readonly semaphore: Semaphore;
}

/**
 * Sends the events that a stream has missed, as fast as its reader reads them, until it has reached the feed that the
 * process follows. Streams that catch up take turns, and so do their tenants.
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
    const page = await semaphore.run(tenantId, async () =>
      open.isEnded ? undefined : followEvents(database.sql, [feed], request),
    );
    if (page === undefined) return;
    const [found] = page.found;
    if (found) {
      last = found.reached;
      const links = await openFileLinks(context, publicUrl);
      open.send(new RecordBatch(found.events, { ...found, feedId: start.feedId, links }));
      await open.drain();
      if (found.hasMore) continue;
    }
    const target = laterOf(last, followed);
    // The statement has read everything before its end. It may have ended before the place that another statement has reached.
    if (BigInt(target.position) < BigInt(page.end)) open.skipTo(target);
    if (open.isEnded || follower.join(open, last)) return;
    if (!found) await pause(limits.pollMs);
  }
}

function laterOf(one: FeedPosition, other: FeedPosition | undefined): FeedPosition {
  return other && isLater(other, one) ? other : one;
}
