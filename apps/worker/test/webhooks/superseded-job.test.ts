import { afterEach, expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { later, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change, untilDelivery } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

test('a job that fails after its key was added again runs in addition to its replacement, and the event is sent once', async () => {
  const target = await receiver((response) => {
    response.writeHead(target.requests.length === 1 ? 500 : 200, later).end();
  });
  const webhook = await subscribe(target.url);
  await change(await chat());
  const { id } = await untilDelivery(
    webhook,
    ({ status, attemptCount }) => status === 'pending' && attemptCount === 1,
  );
  const key = `deliver:${id}`;

  const queue = await running.database.pool.connect();
  try {
    await queue.query('begin');
    await queue.query('update deliveries set next_attempt_at = now() where id = $1', [id]);
    // The queue claims the job of the retry, the same key is added, and the claimed job fails and is retried later.
    const claimed = await queue.query<{ id: string }>(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool', attempts = attempts + 1
       where key = $1 returning id`,
      [key],
    );
    await queue.query(`select graphile_worker.add_job('deliver', $1::json, job_key := $2)`, [
      JSON.stringify({ tenantId: running.tenant.id, deliveryId: id }),
      key,
    ]);
    await queue.query(
      `update graphile_worker._private_jobs
       set locked_at = null, locked_by = null, last_error = 'on purpose',
         run_at = now() + interval '2 seconds' where id = $1`,
      [claimed.rows[0]?.id],
    );
    const { rows } = await queue.query<{ key: string | null }>(
      `select key from graphile_worker._private_jobs
       where payload ->> 'deliveryId' = $1 and is_available order by id`,
      [id],
    );
    expect(rows).toEqual([{ key: null }, { key }]);
    await queue.query('commit');
  } finally {
    queue.release();
  }

  await waitUntil(async () => {
    const left = await running.database.pool.query(
      `select from graphile_worker._private_jobs where payload ->> 'deliveryId' = $1`,
      [id],
    );
    return left.rowCount === 0;
  });
  const delivery = await untilDelivery(webhook, ({ status }) => status === 'succeeded');
  expect(delivery.attempts.map(({ statusCode }) => statusCode)).toEqual([500, 200]);
  expect(target.requests).toHaveLength(2);
});
