import type { ServerResponse } from 'node:http';
import { expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { useChatEvents } from '../support/use-chat-events.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change, untilDelivery } = useChatEvents(running);

test('a delivery whose claim a crash of the database has lost is attempted again at once', async () => {
  const responses: ServerResponse[] = [];
  const target = await receiver((response) => {
    responses.push(response);
    if (responses.length > 1) response.end();
  });
  const webhook = await subscribe(target.url);
  await change(await chat());
  const { id } = await untilDelivery(webhook, ({ status }) => status === 'delivering');
  await waitUntil(async () => responses.length === 1 && !(await hasJob(id)));
  // The claim was not on the disk yet. The worker has ended its job since then.
  await running.database.pool.query(
    `update deliveries set status = 'pending', attempt_count = 0, lease_token = null, lease_expires_at = null where id = $1`,
    [id],
  );
  responses[0]?.end();
  const { attempts } = await untilDelivery(webhook, ({ status }) => status === 'succeeded');
  expect(attempts).toMatchObject([{ number: 1, statusCode: 200 }]);
  expect(target.requests).toHaveLength(2);
});

async function hasJob(deliveryId: string): Promise<boolean> {
  const { rows } = await running.database.pool.query(
    'select from graphile_worker._private_jobs where position($1 in payload::text) > 0',
    [deliveryId],
  );
  return rows.length > 0;
}
