import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type EventStreamStart, type FeedPosition, startEventStream } from '@parley/core';
import { ofTenant } from '@parley/database';
import { createEvent, createTenant, createTestDatabase, type TestDatabase } from '@parley/testkit';
import type { Response } from 'express';
import { pino } from 'pino';
import { catchUp } from '../../../src/http/streams/catch-up.js';
import { EventStream } from '../../../src/http/streams/event-stream.js';
import { FeedFollower } from '../../../src/http/streams/feed-follower.js';
import { OpenStream } from '../../../src/http/streams/open-stream.js';
import { Semaphore } from '../../../src/http/streams/semaphore.js';
import { defaultStreamLimits as limits } from '../../../src/http/streams/stream-limits.js';
import { waitUntil } from '../../security/wait-until.js';

let shared: TestDatabase;
beforeAll(async () => {
  shared = await createTestDatabase();
});
afterAll(() => shared?.close());

/**
 * The end of the feed can be lower for a later statement, when a transaction of another database ends while it runs. A
 * transaction that still runs has the same effect for longer.
 */
it('does not skip an event that is beyond the end of its statement', async () => {
  const { database } = shared;
  const { context, start, open, ...options } = await setScene();
  const { follower, semaphore } = options;
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  const { id } = await createEvent(database, context.tenantId);
  const at = await placeOf(id);
  const ahead = open({ ...start, after: at });
  follower.join(ahead.stream, at);
  const behind = open(start);
  const caughtUp = catchUp(behind.stream, options);
  await waitUntil(() => semaphore.completed > 0);
  await client.query('commit');
  client.release();
  await caughtUp;
  const text = String(behind.written.read());
  for (const { stream } of [ahead, behind]) stream.end('stopping');
  expect(text.split(`"id":"${id}"`)).toHaveLength(2);
});

it('reads again after it has lost its connection to the database', async () => {
  const { database } = shared;
  const { context, start, open, ...options } = await setScene();
  const { id } = await createEvent(database, context.tenantId);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('lock table events in access exclusive mode');
  const { stream, written } = open(start);
  const caughtUp = catchUp(stream, options);
  await waitUntil(async () => {
    const { rows } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  await client.query('commit');
  client.release();
  await caughtUp;
  const text = String(written.read());
  expect([stream.isEnded, text.split(`"id":"${id}"`).length]).toEqual([false, 2]);
  stream.end('stopping');
});

async function setScene() {
  const { database } = shared;
  const { id: tenantId } = await createTenant(database);
  const context = { database: ofTenant(database, tenantId), tenantId, now: () => new Date() };
  const start = await startEventStream(context, undefined);
  const logger = pino({ level: 'silent' });
  const dependencies = { database, now: context.now, logger, publicUrl: '', limits };
  const follower = new FeedFollower(dependencies);
  function open(from: EventStreamStart) {
    const written = new PassThrough();
    const stream = new OpenStream(new EventStream(context, from, undefined), {
      // A stream that has begun uses only what every writable stream has.
      response: written as unknown as Response,
      limits,
      onEnd: () => follower.leave(stream),
    });
    return { stream, written };
  }
  return { ...dependencies, context, start, open, follower, semaphore: new CountingSemaphore(1) };
}

async function placeOf(id: string): Promise<FeedPosition> {
  const { rows } = await shared.database.pool.query<FeedPosition>(
    'select position::text as position, id from events where id = $1',
    [id],
  );
  return rows[0] ?? { position: '0', id };
}

class CountingSemaphore extends Semaphore {
  completed = 0;

  override async run<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    const result = await super.run(tenantId, work);
    this.completed += 1;
    return result;
  }
}
