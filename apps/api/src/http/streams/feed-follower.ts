import {
  type EventStreamStart,
  type FeedPosition,
  type FollowedEvents,
  followEvents,
  isLater,
  openFileLinks,
} from '@parley/core';
import { isDatabaseUnavailable, ofAllTenants, ofTenant } from '@parley/database';
import type { OpenStream } from './open-stream.js';
import { pause, retryPauseMs } from './pause.js';
import { RecordBatch } from './record-batch.js';
import type { StreamDependencies } from './stream-dependencies.js';

/** A feed with its streams, which have sent everything up to `after`. */
interface Feed {
  after: FeedPosition;
  readonly start: EventStreamStart;
  readonly streams: Set<OpenStream>;
}

/**
 * Follows the feeds of all workspaces that have streams in this process, with one statement at a time for all of them.
 * So the database has the same number of statements for one stream as for thousands.
 */
export class FeedFollower {
  readonly #options: StreamDependencies;
  readonly #feeds = new Map<string, Feed>();
  #isRunning = false;
  #eventAtMs = 0;

  constructor(options: StreamDependencies) {
    this.#options = options;
  }

  /** Returns how far the feed of a workspace was read; undefined if it is not followed. */
  positionOf(tenantId: string): FeedPosition | undefined {
    return this.#feeds.get(tenantId)?.after;
  }

  /**
   * Adds a stream that has sent everything up to its position. `last` is the last event that is known to be there. Returns
   * false if the feed is ahead of the stream, which then has to read on by itself.
   */
  join(open: OpenStream, last: FeedPosition): boolean {
    const { context, start } = open.stream;
    const { tenantId } = context;
    const feed = this.#feeds.get(tenantId) ?? { after: last, start, streams: new Set() };
    if (isLater(feed.after, open.position)) return false;
    feed.streams.add(open);
    this.#feeds.set(tenantId, feed);
    this.#eventAtMs = performance.now();
    if (!this.#isRunning) void this.#run();
    return true;
  }

  leave(open: OpenStream): void {
    const { tenantId } = open.stream.context;
    const feed = this.#feeds.get(tenantId);
    feed?.streams.delete(open);
    if (feed?.streams.size === 0) this.#feeds.delete(tenantId);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let failures = 0;
    while (this.#feeds.size > 0) {
      const startedAtMs = performance.now();
      const hasMore = await this.#poll().then(
        (more) => {
          failures = 0;
          return more;
        },
        (err: unknown) => {
          failures += 1;
          const level = isDatabaseUnavailable(err) ? 'warn' : 'error';
          // About once a minute, because attempts are a second apart.
          if (failures % 60 === 1)
            this.#options.logger[level]({ err, failures }, 'the feeds of event streams could not be read');
          return false;
        },
      );
      if (!hasMore) await pause(this.#pauseMs(performance.now() - startedAtMs, failures));
    }
    this.#isRunning = false;
  }

  /** A statement that takes long is followed by a pause that is as long, so that the database has time for others. */
  #pauseMs(tookMs: number, failures: number): number {
    const { pollMs, idlePollMs, idleAfterMs } = this.#options.limits;
    if (failures > 0) return retryPauseMs(pollMs, failures);
    const isIdle = performance.now() - this.#eventAtMs > idleAfterMs;
    return Math.max((isIdle ? idlePollMs : pollMs) - tookMs, tookMs);
  }

  async #poll(): Promise<boolean> {
    const { database, now, limits } = this.#options;
    const polled = new Map(this.#feeds);
    const followed = [...polled].map(([tenantId, { after, start }]) => {
      return { tenantId, after, retentionDays: start.retentionDays };
    });
    const { sql } = ofAllTenants(database);
    // A share for each feed, so that all pages of a statement fit into the memory of the process.
    const maxBytes = Math.min(limits.pageBytes, Math.floor(limits.statementBytes / followed.length));
    const page = { now: now(), limit: limits.pageSize, maxBytes };
    const { found } = await followEvents(sql, followed, page);
    for (const events of found) await this.#dispatch(events, polled.get(events.tenantId));
    if (found.length > 0) this.#eventAtMs = performance.now();
    return found.some(({ hasMore }) => hasMore);
  }

  /** An event that cannot be presented ends the streams of its workspace, and no others. */
  async #dispatch(found: FollowedEvents, feed: Feed | undefined): Promise<void> {
    const { database, now, publicUrl, logger } = this.#options;
    const { tenantId, events, reached } = found;
    const context = { database: ofTenant(database, tenantId), tenantId, now };
    const links = await openFileLinks(context, publicUrl);
    // The last stream may have left, and another one may have come with another position.
    if (feed === undefined || this.#feeds.get(tenantId) !== feed) return;
    try {
      const batch = new RecordBatch(events, { reached, feedId: feed.start.feedId, links });
      feed.after = reached;
      for (const open of feed.streams) open.send(batch);
    } catch (err) {
      logger.error({ err, tenantId }, 'the events of a stream could not be sent');
      for (const open of feed.streams) open.end('failed');
    }
  }
}
