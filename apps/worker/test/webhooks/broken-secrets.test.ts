import { expect, jest, test } from '@jest/globals';
import { changeChatStatus, createWebhook } from '@parley/core';
import { contextOf, createChat } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { Webhook as Verifier } from 'standardwebhooks';
import { findDeliveries } from '../support/find-deliveries.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();

test('a secret that was copied from another webhook fails its own deliveries only, with an error that contains no secret', async () => {
  const { database, tenant, now } = running;
  const context = contextOf(database, tenant.id, now);
  const [healthy, broken] = [await receiver(), await receiver()];
  const { secret, ...webhook } = await createWebhook(context, { url: healthy.url });
  const { id: brokenId } = await createWebhook(context, { url: broken.url });
  await database.pool.query(
    'update webhooks set secret = (select secret from webhooks where id = $1) where id = $2',
    [webhook.id, brokenId],
  );
  const chat = await createChat(database, tenant.id);
  await changeChatStatus(context, { chatId: chat.id, status: 'closed' });
  await waitUntil(() => healthy.requests.length === 1);
  const [request] = healthy.requests;
  const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]);
  new Verifier(secret).verify(request?.body ?? '', Object.fromEntries(headers));
  const attempts = async () =>
    (await findDeliveries(database, brokenId)).flatMap((delivery) => delivery.attempts);
  await waitUntil(async () => (await attempts()).length === 1);
  expect(await attempts()).toMatchObject([{ statusCode: null, error: 'The event could not be sent.' }]);
  expect(broken.requests).toEqual([]);
  const logs = running.logs.join('\n');
  expect(logs).toContain(
    `of webhooks ${brokenId} cannot be opened: it was changed, or copied from another row.`,
  );
  expect(logs).not.toContain('whsec_');
  expect(logs).not.toContain('sealed:v1:');
});
