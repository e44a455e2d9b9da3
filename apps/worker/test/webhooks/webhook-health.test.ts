import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { updateWebhook } from '@parley/core';
import { contextOf } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { addDelivery, isAttempted, makeDue } from '../support/add-delivery.js';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { bodyOf, later, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change, deliveriesOf, untilDelivery, readWebhook } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

describe('a webhook', () => {
  test('does not count as failing after an internal error', async () => {
    const target = await receiver();
    const webhook = await subscribe(target.url);
    // The data of this event is not a chat, so no body can be built from it.
    const id = await addDelivery(running, webhook.id);
    await makeDue(running, id, 0);
    const failed = await untilDelivery(webhook, isAttempted);
    expect(failed).toMatchObject({
      status: 'pending',
      attempts: [{ error: 'The event could not be sent.' }],
    });
    expect(target.requests).toEqual([]);
    expect((await readWebhook(webhook)).failingSince).toBeNull();
  });

  test('that responds with 410 is disabled, its pending deliveries are canceled, and no webhook gets an event about it', async () => {
    let status = 500;
    const target = await receiver((response) => response.writeHead(status, later).end());
    const bystander = await receiver();
    const everything = await subscribe(bystander.url, { events: [{}] });
    const webhook = await subscribe(target.url);
    await change(await chat());
    await untilDelivery(webhook, isAttempted);
    status = 410;
    await change(await chat());
    await waitUntil(async () => (await readWebhook(webhook)).status === 'disabled');
    const deliveries = await deliveriesOf(webhook);
    expect(deliveries.map(({ status }) => status)).toEqual(['canceled', 'failed']);
    const events = await running.database.prisma.event.findMany({ where: { type: 'api_webhook.disabled' } });
    expect(events).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ id: webhook.id, reason: 'gone' }) }),
    ]);
    // The line is logged after the change was committed.
    await waitUntil(() =>
      running.logs.some((line) => line.includes('a webhook was disabled') && line.includes(webhook.id)),
    );
    await waitUntil(async () =>
      (await deliveriesOf(everything)).every(({ status }) => status === 'succeeded'),
    );
    expect(bystander.requests.map((request) => bodyOf(request).event)).toEqual([
      'chat.updated',
      'chat.updated',
    ]);
  });

  test('that has failed for five days is disabled; after its reactivation it gets events again', async () => {
    let status = 500;
    const target = await receiver((response) => response.writeHead(status).end());
    const day = 24 * 60 * 60 * 1_000;
    const failingSince = new Date(running.now().getTime() - 5 * day);
    const webhook = await subscribe(target.url, { failingSince });
    const subject = await chat();
    await change(subject);
    await waitUntil(async () => (await readWebhook(webhook)).status === 'disabled');
    const events = await running.database.prisma.event.findMany({ where: { type: 'api_webhook.disabled' } });
    expect(events.at(-1)).toMatchObject({ data: { id: webhook.id, reason: 'failing' } });

    status = 200;
    const context = contextOf(running.database, running.tenant.id, running.now);
    await updateWebhook(context, { webhookId: webhook.id, status: 'active' });
    expect((await readWebhook(webhook)).failingSince).toBeNull();
    await change(subject);
    await waitUntil(async () => (await deliveriesOf(webhook)).some(({ status }) => status === 'succeeded'));
  });

  test('that has failed for a little less stays active', async () => {
    const target = await receiver((response) => response.writeHead(500).end());
    const failingSince = new Date(running.now().getTime() - 4.9 * 24 * 60 * 60 * 1_000);
    const webhook = await subscribe(target.url, { failingSince });
    await change(await chat());
    await untilDelivery(webhook, isAttempted);
    expect(await readWebhook(webhook)).toMatchObject({ status: 'active', failingSince });
  });

  test('that is deactivated gets no pending delivery: all are canceled', async () => {
    const target = await receiver();
    const webhook = await subscribe(target.url, { status: 'inactive' });
    await makeDue(running, await addDelivery(running, webhook.id), 0);
    const canceled = await untilDelivery(webhook, ({ status }) => status !== 'pending');
    expect(canceled).toMatchObject({ status: 'canceled', attempts: [], nextAttemptAt: null });
    expect(target.requests).toEqual([]);
  });
});
