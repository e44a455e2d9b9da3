import { type FeedPosition, followEvents, isLater, openFileLinks } from '@parley/core';
import { isCanceled, isDatabaseUnavailable } from '@parley/database';
import type { FeedFollower } from './feed-follower.js';
import type { OpenStream } from './open-stream.js';
import { pause, retryPauseMs } from './pause.js';
import { RecordBatch } from './record-batch.js';
import type { Semaphore } from './semaphore.js';
import type { StreamDependencies } from './stream-dependencies.js';

interface CatchUpOptions extends StreamDependencies {
  readonly follower: FeedFollower;
  readonly semaphore: Semaphore;
}

/**
 * Sends the events that a stream has missed, as fast as its reader reads them, until it has reached the feed that the
 * process follows. Streams that catch up take turns, and so do their tenants. A stream waits while the database cannot be
 * reached.
 */
export async function catchUp(open: OpenStream, options: CatchUpOptions): Promise<void> {
  const { limits, logger } = options;
  const { tenantId } = open.stream.context;
  const progress = { last: open.stream.start.end };
  let failures = 0;
  while (!open.isEnded) {
    try {
      if (await sendPage(open, progress, options)) return;
      failures = 0;
    } catch (err) {
      // A page that takes longer than a statement may would take as long again.
      if (!isDatabaseUnavailable(err) || isCanceled(err)) throw err;
      failures += 1;
      if (failures % 60 === 1)
        logger.warn({ err, failures, tenantId }, 'the events that a stream has missed could not be read yet');
      await pause(retryPauseMs(limits.pollMs, failures));
    }
  }
}

interface Progress {
  /** The last event that is known to be there. */
  last: FeedPosition;
}

/** Sends one page of events. Returns whether that was all: the stream then follows the feed, or has ended. */
async function sendPage(open: OpenStream, progress: Progress, options: CatchUpOptions): Promise<boolean> {
  const { follower, limits } = options;
  const followed = follower.positionOf(open.stream.context.tenantId);
  const page = await writePage(open, options);
  if (page === undefined) return true;
  const { reached, hasMore, end } = page;
  if (reached) {
    progress.last = reached;
    await open.drain();
    if (hasMore) return false;
  }
  const target = laterOf(progress.last, followed);
  // The statement has read everything before its end. It may have ended before the place that another statement has reached.
  if (BigInt(target.position) < BigInt(end)) open.skipTo(target);
  if (open.isEnded || follower.join(open, progress.last)) return true;
  if (!reached) await pause(limits.pollMs);
  return false;
}

interface WrittenPage {
  /** Undefined if the page has no event. */
  readonly reached: FeedPosition | undefined;
  readonly hasMore: boolean;
  /** The position before which the feed was read. */
  readonly end: string;
}

/**
 * Reads and writes one page; undefined if the stream has ended. Only the bytes outlive the call, since a slow reader can take
 * its time.
 */
async function writePage(
  open: OpenStream,
  { semaphore, limits, publicUrl }: CatchUpOptions,
): Promise<WrittenPage | undefined> {
  const { context, start, types } = open.stream;
  const { tenantId, database, now } = context;
  const feed = { tenantId, after: open.position, retentionDays: start.retentionDays };
  const request = { now: now(), limit: limits.pageSize, maxBytes: limits.pageBytes, types };
  const page = await semaphore.run(tenantId, async () =>
    open.isEnded ? undefined : followEvents(database.sql, [feed], request),
  );
  if (page === undefined) return undefined;
  const [found] = page.found;
  if (found) {
    const links = await openFileLinks(context, publicUrl);
    open.send(new RecordBatch(found.events, { ...found, feedId: start.feedId, links }));
  }
  return { reached: found?.reached, hasMore: found?.hasMore ?? false, end: page.end };
}

function laterOf(one: FeedPosition, other: FeedPosition | undefined): FeedPosition {
  return other && isLater(other, one) ? other : one;
}
