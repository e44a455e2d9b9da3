import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { eventTypes, legacyEventTypes, sendTestEvent } from '@parley/core';
import { checkWebhook, contextOf } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { bodyOf, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, untilDelivery } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

describe('a test event', () => {
  test.each([
    ...eventTypes.map((type) => [type, 'v3'] as const),
    ...legacyEventTypes.map((type) => [type, 'v2'] as const),
  ])('of %s arrives, and is valid by the document of %s', async (type, version) => {
    const target = await receiver();
    const webhook = await subscribe(target.url, { events: [{ type }] });
    const context = contextOf(running.database, running.tenant.id, running.now);
    const delivery = await sendTestEvent(context, { webhookId: webhook.id });
    await waitUntil(() => target.requests.length === 1);
    const [request] = target.requests;
    if (!request) throw new Error('Nothing came');
    checkWebhook(version, request.body);
    expect(bodyOf(request)).toMatchObject({ id: delivery.eventId, event: type });
    await untilDelivery(webhook, ({ status }) => status === 'succeeded');
  });

  test('appears in the metrics, with its latency from commit to receiver', async () => {
    const count = eventTypes.length + legacyEventTypes.length;
    const metrics = () => running.worker.registry.metrics();
    await waitUntil(async () => (await metrics()).includes(`{outcome="succeeded"} ${count}\n`));
    expect(await metrics()).toContain(`parley_delivery_latency_seconds_count ${count}\n`);
  });
});
