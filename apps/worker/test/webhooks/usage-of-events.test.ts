import { expect, jest, test } from '@jest/globals';
import { sendTestEvent } from '@parley/core';
import { useChatEvents } from '../support/use-chat-events.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';
import { waitUntil } from '../support/wait-until.js';

jest.setTimeout(60_000);

const running = useWorker({ env: { USAGE_FLUSH_SECONDS: '1' } });
const { receiver } = useReceivers();
const { subscribe, untilDelivery } = useChatEvents(running);

test('counts each event type that a receiver accepts, by its version and without a key; a failed attempt does not count', async () => {
  const { database, tenant, now } = running;
  const context = { database, tenantId: tenant.id, now };
  const send = async (url: string, type: 'message.sent' | 'SMS_MESSAGE_RECEIVED' | 'chat.updated') => {
    const webhook = await subscribe(url, { events: [{ type }] });
    await sendTestEvent(context, { webhookId: webhook.id });
    return webhook;
  };
  const failing = await receiver((response) => response.writeHead(500).end());
  const refused = await send(failing.url, 'chat.updated');
  await untilDelivery(refused, ({ attempts }) => attempts.length === 1);
  const accepting = await receiver();
  await send(accepting.url, 'message.sent');
  await send(accepting.url, 'message.sent');
  await send(accepting.url, 'SMS_MESSAGE_RECEIVED');

  const read = () =>
    database.prisma.apiUsage.findMany({
      where: { tenantId: tenant.id },
      orderBy: { name: 'asc' },
      select: { kind: true, apiVersion: true, operationId: true, keyId: true, name: true, count: true },
    });
  await waitUntil(async () => (await read()).reduce((sum, { count }) => sum + Number(count), 0) === 3);
  const event = { kind: 'event_type', operationId: null, keyId: null };
  expect(await read()).toEqual([
    { ...event, apiVersion: 'v2', name: 'SMS_MESSAGE_RECEIVED', count: 1n },
    { ...event, apiVersion: 'v3', name: 'message.sent', count: 2n },
  ]);
});
