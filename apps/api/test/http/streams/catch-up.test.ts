import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { FeedPosition } from '@parley/core';
import { createEvent, settleFeed } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { catchUp } from '../../../src/http/streams/catch-up.js';
import { setScene } from './set-scene.js';

const shared = useTestDatabase();

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
  const { caughtUp, stream, written, id } = await interrupt('pg_terminate_backend');
  await caughtUp;
  const text = String(written.read());
  expect([stream.isEnded, text.split(`"id":"${id}"`).length]).toEqual([false, 2]);
  stream.end('stopping');
});

it('does not repeat a statement that was canceled, as by its timeout', async () => {
  const { caughtUp, stream } = await interrupt('pg_cancel_backend');
  await expect(caughtUp).rejects.toMatchObject({ code: '57014' });
  stream.end('stopping');
});

/** Ends the statement of a stream that catches up, in this way, while a lock holds it. */
async function interrupt(how: 'pg_terminate_backend' | 'pg_cancel_backend') {
  const { database } = shared;
  const { context, start, open, ...options } = await setScene(database);
  const { id } = await createEvent(database, context.tenantId);
  await settleFeed(database.pool);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('lock table events in access exclusive mode');
  const { stream, written } = open(new PassThrough(), start);
  const caughtUp = catchUp(stream, options);
  caughtUp.catch(() => undefined);
  await waitUntil(async () => {
    const { rows } = await database.pool.query(
      `select ${how}(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  await client.query('commit');
  client.release();
  // A promise in an object, so that it is not awaited here.
  return { caughtUp, stream, written, id };
}

async function placeOf(id: string): Promise<FeedPosition> {
  const { rows } = await shared.database.pool.query<FeedPosition>(
    'select position::text as position, id from events where id = $1',
    [id],
  );
  return rows[0] ?? { position: '0', id };
}
