import { describe, expect, test } from '@jest/globals';
import { type DeliveryStatus, openDatabase } from '@parley/database';
import {
  changeChatStatus,
  getDelivery,
  newId,
  resendDeliveries,
  resendDelivery,
  sendTestEvent,
} from '../src/index.js';
import { findJobs } from './find-jobs.js';
import { refusal, validationErrors } from './refusals.js';
import { startTime } from './test-context.js';
import { createChat, createLegacyWebhook, createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';
import { whileHeld } from './while-held.js';

const worlds = useWorlds();
const { database, prisma, own } = worlds;

const hour = 60 * 60 * 1_000;

/** Creates a webhook with one delivery of the given status. */
async function setUp(status: DeliveryStatus = 'failed') {
  const { id: webhookId } = await createWebhook(database, own.tenant.id, {
    events: [{ type: 'chat.updated' }],
  });
  const chat = await createChat(database, own.tenant.id);
  await changeChatStatus(worlds.context(), { chatId: chat.id, status: 'closed' });
  const { id: deliveryId, eventId } = await prisma.delivery.findFirstOrThrow({
    where: { webhookId },
  });
  await prisma.delivery.updateMany({ where: { webhookId }, data: { status, attemptCount: 1 } });
  await prisma.deliveryAttempt.create({
    data: {
      tenantId: own.tenant.id,
      deliveryId,
      number: 1,
      startedAt: new Date(startTime),
      durationMs: 12,
      statusCode: 500,
      responseBody: 'no',
    },
  });
  return { webhookId, deliveryId, eventId };
}

describe('get a delivery', () => {
  test('returns the delivery with its attempts, only for its own webhook and tenant', async () => {
    const { webhookId, deliveryId, eventId } = await setUp();
    const context = worlds.context();
    expect(await getDelivery(context, { webhookId, deliveryId })).toMatchObject({
      id: deliveryId,
      eventId,
      event: 'chat.updated',
      status: 'failed',
      createdAt: startTime,
      attempts: [
        {
          number: 1,
          startedAt: startTime,
          durationMs: 12,
          statusCode: 500,
          error: null,
          responseBody: 'no',
        },
      ],
    });
    const missing = refusal('delivery_not_found');
    await expect(getDelivery(context, { webhookId, deliveryId: newId() })).rejects.toMatchObject(missing);
    await expect(getDelivery(context, { webhookId, deliveryId: 'x' })).rejects.toMatchObject(missing);
    const missingWebhook = refusal('api_webhook_not_found');
    const other = worlds.otherContext();
    await expect(getDelivery(other, { webhookId, deliveryId })).rejects.toMatchObject(missingWebhook);
    await expect(getDelivery(context, { webhookId: 'x', deliveryId })).rejects.toMatchObject(missingWebhook);
    await expect(getDelivery(context, { webhookId: newId(), deliveryId })).rejects.toMatchObject(
      missingWebhook,
    );
  });
});

describe('resend a delivery', () => {
  test('creates another delivery of the same event, with a job, and does not change the first', async () => {
    const { webhookId, deliveryId, eventId } = await setUp();
    const again = await resendDelivery(worlds.context(), { webhookId, deliveryId });
    expect(again).toMatchObject({
      eventId,
      resendOfId: deliveryId,
      status: 'pending',
      attemptCount: 0,
      nextAttemptAt: startTime,
    });
    expect(await findJobs(database, 'deliver', again.id)).toHaveLength(1);
    expect(await getDelivery(worlds.context(), { webhookId, deliveryId })).toMatchObject({
      status: 'failed',
    });
    const third = await resendDelivery(worlds.context(), { webhookId, deliveryId: again.id });
    expect(third.resendOfId).toBe(deliveryId);
  });

  test('404 for another tenant; nothing is created', async () => {
    const { webhookId, deliveryId } = await setUp();
    const asked = resendDelivery(worlds.otherContext(), { webhookId, deliveryId });
    await expect(asked).rejects.toMatchObject(refusal('api_webhook_not_found'));
    expect(await prisma.delivery.count({ where: { webhookId } })).toBe(1);
  });
});

describe('resend the deliveries of a period', () => {
  const span = { from: startTime, to: new Date(Date.parse(startTime) + hour).toISOString() };

  test('requested twice at once sends each delivery once', async () => {
    const { webhookId, deliveryId } = await setUp('failed');
    // In one process the second request would wait for a slot of bulk work instead of the lock.
    const other = openDatabase({ url: worlds.url, poolSize: 2 });
    const ask = (database = worlds.database) =>
      resendDeliveries({ ...worlds.context(), database }, { webhookId, ...span, status: 'failed' });
    const responses = await whileHeld(database, {
      hold: (client) => client.query('select from webhooks where id = $1 for no key update', [webhookId]),
      work: () => Promise.all([ask(), ask(other)]),
      waiting: 2,
    });
    await other.close();
    expect(responses.map(({ resentCount }) => resentCount).sort()).toEqual([0, 1]);
    expect(await prisma.delivery.count({ where: { resendOfId: deliveryId } })).toBe(1);
  });

  test('resends deliveries with the given status, from the start (inclusive) to the end (exclusive), once', async () => {
    const { webhookId, deliveryId } = await setUp('failed');
    const resend = (values: object) =>
      resendDeliveries(worlds.context(), { webhookId, ...span, status: 'failed', ...values });
    expect(await resend({ status: 'succeeded' })).toEqual({ resentCount: 0 });
    const earlier = new Date(Date.parse(startTime) - hour).toISOString();
    const later = new Date(Date.parse(span.to) + hour).toISOString();
    expect(await resend({ from: earlier, to: startTime })).toEqual({ resentCount: 0 });
    expect(await resend({ from: span.to, to: later })).toEqual({ resentCount: 0 });
    await expect(resend({ to: startTime })).rejects.toMatchObject(validationErrors({ to: 'too_small' }));
    expect(await resend({})).toEqual({ resentCount: 1 });
    expect(await resend({})).toEqual({ resentCount: 0 });
    const [again] = await prisma.delivery.findMany({ where: { resendOfId: deliveryId } });
    expect(await findJobs(database, 'deliver', again?.id ?? '')).toHaveLength(1);
    await prisma.delivery.updateMany({
      where: { resendOfId: deliveryId },
      data: { status: 'failed' },
    });
    expect(await resend({})).toEqual({ resentCount: 1 });
  });

  test('404 for a webhook that does not exist', async () => {
    const asked = { webhookId: newId(), ...span, status: 'failed' as const };
    await expect(resendDeliveries(worlds.context(), asked)).rejects.toMatchObject(
      refusal('api_webhook_not_found'),
    );
  });
});

describe('a webhook that is switched off', () => {
  test.each(['inactive', 'disabled'] as const)(
    '(%s) gets neither resends nor test events; nothing is created',
    async (status) => {
      const { webhookId, deliveryId } = await setUp();
      await prisma.webhook.updateMany({ where: { id: webhookId }, data: { status } });
      const context = worlds.context();
      const span = { from: startTime, to: new Date(Date.parse(startTime) + hour).toISOString() };
      const off = refusal('api_webhook_not_active');
      await expect(resendDelivery(context, { webhookId, deliveryId })).rejects.toMatchObject(off);
      await expect(resendDelivery(context, { webhookId, deliveryId: newId() })).rejects.toMatchObject(
        refusal('delivery_not_found'),
      );
      const many = resendDeliveries(context, { webhookId, ...span, status: 'failed' });
      await expect(many).rejects.toMatchObject(off);
      await expect(sendTestEvent(context, { webhookId })).rejects.toMatchObject(off);
      expect(await prisma.delivery.count({ where: { webhookId } })).toBe(1);
    },
  );
});

describe('send a test event', () => {
  test.each([
    ['message.received', 'message.received'],
    ['chat.updated', 'chat.updated'],
    ['contact.updated', 'contact.updated'],
    [null, 'message.received'],
  ])('of the first type of the webhook, to it alone: %s', async (type, event) => {
    const { id: webhookId } = await createWebhook(database, own.tenant.id, { events: [{ type }] });
    const delivery = await sendTestEvent(worlds.context(), { webhookId });
    expect(delivery).toMatchObject({ event, status: 'pending', attemptCount: 0 });
    expect(await prisma.delivery.findMany({ where: { eventId: delivery.eventId } })).toMatchObject([
      { id: delivery.id, webhookId },
    ]);
    expect(await findJobs(database, 'deliver', delivery.id)).toHaveLength(1);
  });

  test.each([
    ['SMS_MESSAGE_RECEIVED', 'message.received'],
    ['EMAIL_MESSAGE_STATUS', 'message.updated'],
    ['INSTAGRAM_MESSAGE_ECHO', 'message.sent'],
  ])('in the form of v2 for a webhook of v2: %s', async (legacyType, type) => {
    const { id: webhookId } = await createLegacyWebhook(database, own.tenant.id, { type: legacyType });
    const delivery = await sendTestEvent(worlds.context(), { webhookId });
    expect(delivery.event).toBe(legacyType);
    const event = await prisma.event.findFirstOrThrow({ where: { id: delivery.eventId } });
    expect(event).toMatchObject({ type, legacyType });
  });
});
