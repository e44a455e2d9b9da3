import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FeedPosition } from '@parley/core';
import { createEvent, createTestDatabase, settleFeed, type TestDatabase } from '@parley/testkit';
import { catchUp } from '../../../src/http/streams/catch-up.js';
import { waitUntil } from '../../security/wait-until.js';
import { setScene } from './set-scene.js';

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
  const { context, start, open, ...options } = await setScene(database);
  const { follower, semaphore } = options;
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  const { id } = await createEvent(database, context.tenantId);
  const at = await placeOf(id);
  const ahead = open(new PassThrough(), { ...start, after: at });
  follower.join(ahead.stream, at);
  const behind = open(new PassThrough(), start);
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
  const { context, start, open, ...options } = await setScene(database);
  const { id } = await createEvent(database, context.tenantId);
  await settleFeed(database.pool);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('lock table events in access exclusive mode');
  const { stream, written } = open(new PassThrough(), start);
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

async function placeOf(id: string): Promise<FeedPosition> {
  const { rows } = await shared.database.pool.query<FeedPosition>(
    'select position::text as position, id from events where id = $1',
    [id],
  );
  return rows[0] ?? { position: '0', id };
}
