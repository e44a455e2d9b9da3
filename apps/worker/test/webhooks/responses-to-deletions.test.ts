import { afterEach, expect, jest, test } from '@jest/globals';
import { eraseContact } from '@parley/core';
import { contextOf, createChat } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { findDeliveries } from '../support/find-deliveries.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

// The receiver responds when the erasure has ended, however long that takes.
const running = useWorker({ timing: { requestMs: 600_000, graceMs: 100 } });
const { receiver } = useReceivers();
const { subscribe } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

test('a response to a deletion that arrives after the person was erased is recorded without its body', async () => {
  const { database, tenant, now } = running;
  const held: (() => void)[] = [];
  const target = await receiver((response) => {
    held.push(() => response.writeHead(200).end('Ada Berg was deleted.'));
  });
  const events = [{ type: 'chat.deleted' }, { type: 'contact.deleted' }];
  const webhook = await subscribe(target.url, { events });
  const { contactId } = await createChat(database, tenant.id);
  await eraseContact(contextOf(database, tenant.id, now), contactId);
  await waitUntil(async () => held.length === events.length && (await isErased(contactId)));
  for (const respond of held) respond();
  await waitUntil(async () => (await deliveries(webhook.id)).every(({ status }) => status === 'succeeded'));
  const attempts = (await deliveries(webhook.id)).flatMap((delivery) => delivery.attempts);
  expect(attempts).toHaveLength(events.length);
  for (const attempt of attempts) expect(attempt).toMatchObject({ statusCode: 200, responseBody: null });
});

const deliveries = (webhookId: string) => findDeliveries(running.database, webhookId);

async function isErased(contactId: string): Promise<boolean> {
  return (await running.database.prisma.erasure.count({ where: { contactId, state: 'completed' } })) === 1;
}
