import { expect, test } from '@jest/globals';
import { createChat, createMessage } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { useWorker } from '../support/use-worker.js';

const running = useWorker({ withMaintenance: true });

test('a worker stores the words of a message soon after it has arrived', async () => {
  const { database, tenant, logs } = running;
  const { id } = await createMessage(database, await createChat(database, tenant.id), { text: 'A parcel' });
  const stored = async () =>
    (
      await database.pool.query('select message_id as id from message_words where tenant_id = $1', [
        tenant.id,
      ])
    ).rows;
  await waitUntil(async () => (await stored()).length > 0);
  expect(await stored()).toEqual([{ id }]);
  expect(logs.filter((line) => line.includes('storing words of messages failed'))).toEqual([]);
});
