import { expect, test } from '@jest/globals';
import { receiveMessage, sendMessage } from '@parley/core';
import { checkWebhook, contextOf, createChannel, createLegacyWebhook, createWebhook } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { receivedMessage } from '../../../../packages/core/test/messages/received-message.js';
import { bodyOf, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

const running = useWorker();
const { receiver } = useReceivers();
const publicUrl = 'https://parley.example';

test('a message to the sandbox is sent, delivered and read; the events of both versions are valid', async () => {
  const { database, tenant, now } = running;
  const context = contextOf(database, tenant.id, now);
  const [v3, v2] = [await receiver(), await receiver()];
  await createWebhook(database, tenant.id, { url: v3.url, ordered: true });
  const legacyType = 'WHATSAPP_MESSAGE_STATUS';
  await createLegacyWebhook(database, tenant.id, { url: v2.url, type: legacyType, ordered: true });
  const channel = await createChannel(database, tenant.id);
  const from = { handleType: 'phone_number', value: '+4930123456', name: 'Ada Berg' } as const;
  const item = receivedMessage({ from, text: 'Hello', timestamp: now() });
  const received = await receiveMessage(context, { channelId: channel.id, item });
  const to = { chatId: received?.chatId ?? '' };
  const messages = [
    await sendMessage(context, { to, text: 'One', publicUrl }),
    await sendMessage(context, { to, text: 'Two', publicUrl }),
  ];

  const isRead = async ({ id }: { id: string }) =>
    (await database.prisma.message.findFirstOrThrow({ where: { id } })).status === 'read';
  for (const message of messages) await waitUntil(() => isRead(message));
  await waitUntil(() => v3.requests.length >= 11 && v2.requests.length >= 6);

  for (const { body } of v3.requests) checkWebhook('v3', body);
  for (const { body } of v2.requests) checkWebhook('v2', body);
  expect(
    v3.requests
      .slice(0, 5)
      .map((request) => bodyOf(request).event)
      .sort(),
  ).toEqual(['chat.created', 'chat.updated', 'contact.created', 'contact.updated', 'message.received']);
  for (const { id } of messages) {
    const received = v3.requests.map(bodyOf).filter(({ data }) => data.id === id);
    expect(received.map(({ event, data }) => [event, data.status])).toEqual([
      ['message.sent', 'sent'],
      ['message.updated', 'delivered'],
      ['message.updated', 'read'],
    ]);
    const receivedInV2 = v2.requests.map(bodyOf).filter(({ data }) => data.id === id);
    expect(receivedInV2.map(({ event, data }) => [event, data.status])).toEqual([
      [legacyType, 'sent'],
      [legacyType, 'delivered'],
      [legacyType, 'read'],
    ]);
  }
  const sentInOrder = await database.prisma.event.findMany({
    where: { type: 'message.sent' },
    orderBy: { id: 'asc' },
  });
  expect(sentInOrder.map(({ data }) => Object(data).text)).toEqual(['One', 'Two']);
});
