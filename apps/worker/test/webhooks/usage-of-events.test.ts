import { expect, jest, test } from '@jest/globals';
import { getAutomationRun, sendTestEvent, triggerAutomation } from '@parley/core';
import { contextOf, createAutomation, createContact } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { useChatEvents } from '../support/use-chat-events.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker({ env: { USAGE_FLUSH_SECONDS: '1' } });
const { receiver } = useReceivers();
const { subscribe, untilDelivery } = useChatEvents(running);

async function countedEvents() {
  const { database, tenant } = running;
  return database.prisma.apiUsage.findMany({
    where: { tenantId: tenant.id },
    orderBy: { name: 'asc' },
    select: { kind: true, apiVersion: true, operationId: true, keyId: true, name: true, count: true },
  });
}

const event = { kind: 'event_type', operationId: null, keyId: null };

test('counts the calls of automations that a receiver accepts; a failed call does not count', async () => {
  const { database, tenant, now } = running;
  const context = contextOf(database, tenant.id, now);
  const run = async (urls: readonly string[], status: string) => {
    const steps = urls.map((url) => ({ type: 'call_webhook', url }));
    const { id: automationId } = await createAutomation(database, tenant.id, { steps });
    const { id: contactId } = await createContact(database, tenant.id);
    const { runId } = await triggerAutomation(context, { automationId, contactId, variables: {} });
    const read = () => getAutomationRun(context, { automationId, runId });
    await waitUntil(async () => (await read()).status === status);
  };
  const gone = await receiver((response) => response.writeHead(410).end());
  await run([gone.url], 'failed');
  const accepting = await receiver();
  await run([accepting.url, accepting.url], 'completed');
  const name = 'automation.webhook_called';
  const read = async () => (await countedEvents()).filter((counted) => counted.name === name);
  await waitUntil(async () => (await read()).some(({ count }) => count >= 2n));
  expect(await read()).toEqual([{ ...event, apiVersion: 'v3', name, count: 2n }]);
});

test('counts each event type that a receiver accepts, by its version and without a key; a failed attempt does not count', async () => {
  const { database, tenant, now } = running;
  const context = contextOf(database, tenant.id, now);
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

  const read = async () => (await countedEvents()).filter(({ name }) => name !== 'automation.webhook_called');
  await waitUntil(async () => (await read()).reduce((sum, { count }) => sum + Number(count), 0) === 3);
  expect(await read()).toEqual([
    { ...event, apiVersion: 'v2', name: 'SMS_MESSAGE_RECEIVED', count: 1n },
    { ...event, apiVersion: 'v3', name: 'message.sent', count: 2n },
  ]);
});
