import type { Writable } from 'node:stream';
import { type EventStreamStart, startEventStream } from '@parley/core';
import { type Database, ofTenant } from '@parley/database';
import { contextOf, createTenant } from '@parley/testkit';
import type { Response } from 'express';
import { pino } from 'pino';
import { EventStream } from '../../../src/http/streams/event-stream.js';
import { FeedFollower } from '../../../src/http/streams/feed-follower.js';
import { type EndReason, OpenStream } from '../../../src/http/streams/open-stream.js';
import { Semaphore } from '../../../src/http/streams/semaphore.js';
import { defaultStreamLimits as limits } from '../../../src/http/streams/stream-limits.js';

/** The streams of a new workspace, without a server. */
export async function setScene(database: Database) {
  const { id: tenantId } = await createTenant(database);
  const context = contextOf(ofTenant(database, tenantId), tenantId);
  const start = await startEventStream(context, undefined);
  const logger = pino({ level: 'silent' });
  const dependencies = { database, now: context.now, logger, publicUrl: '', limits };
  const follower = new FeedFollower(dependencies);
  const ends: EndReason[] = [];
  function open<Written extends Writable>(written: Written, from: EventStreamStart) {
    const stream = new OpenStream(new EventStream(context, from, undefined), {
      // A stream that has begun uses only what every writable stream has.
      response: written as unknown as Response,
      limits,
      onSent() {},
      onEnd: (reason) => {
        ends.push(reason);
        follower.leave(stream);
      },
    });
    return { stream, written };
  }
  return { ...dependencies, context, start, open, ends, follower, semaphore: new CountingSemaphore(1) };
}

class CountingSemaphore extends Semaphore {
  completed = 0;

  override async run<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    const result = await super.run(tenantId, work);
    this.completed += 1;
    return result;
  }
}
