import { expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { makeDue } from '../support/add-delivery.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change } = useChatEvents(running);

test('a delivery whose event has an unknown type is not sent, and counts no attempt; it waits for a newer worker, longer and longer', async () => {
  const { pool } = running.database;
  // A migration of a later release adds the type.
  await pool.query(`alter type delivery_event add value 'chat.archived'`);
  await pool.query(`create function rename() returns trigger language plpgsql as $$
    begin new.event_type := 'chat.archived'; return new; end $$`);
  await pool.query(
    'create trigger rename before insert on deliveries for each row execute function rename()',
  );
  const target = await receiver((response) => response.end());
  const webhook = await subscribe(target.url);
  await change(await chat());
  // Prisma's client does not know the type either.
  const read = async () => {
    const { rows } = await pool.query(
      `select delivery.id, status, attempt_count, lease_token, next_attempt_at > now() + interval '2 seconds' as waits,
         extract(epoch from next_attempt_at - now())::float as pause,
         exists (select from delivery_attempts attempt where attempt.delivery_id = delivery.id) as was_attempted
       from deliveries delivery where webhook_id = $1`,
      [webhook.id],
    );
    return rows[0];
  };
  await waitUntil(async () => (await read())?.waits === true);
  const waiting = await read();
  expect(waiting).toMatchObject({
    status: 'pending',
    attempt_count: 0,
    lease_token: null,
    was_attempted: false,
  });
  expect(target.requests).toHaveLength(0);
  const jobs = await pool.query('select 1 from graphile_worker.jobs where key = $1', [
    `deliver:${waiting.id}`,
  ]);
  expect(jobs.rows).toHaveLength(1);

  await pool.query(`update deliveries set created_at = created_at - interval '2 minutes' where id = $1`, [
    waiting.id,
  ]);
  await makeDue(running, waiting.id, 0);
  const isPausedLonger = async () => (await read())?.pause > 100;
  await waitUntil(isPausedLonger);
  expect(await read()).toMatchObject({ status: 'pending', attempt_count: 0, was_attempted: false });
});
