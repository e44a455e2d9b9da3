import { describe, expect, test } from '@jest/globals';
import { disableWebhook } from '../src/index.js';
import { createDelivery, createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const { database, prisma, own } = useWorlds();

const now = new Date('2026-11-14T09:30:00.000Z');
const secondsBefore = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

async function createFailing(failingSince: Date | null) {
  const webhook = await createWebhook(database, own.tenant.id, { failingSince });
  const disable = (reason: 'gone' | 'failing') =>
    disableWebhook(database, {
      tenantId: own.tenant.id,
      webhookId: webhook.id,
      reason,
      failingBefore: secondsBefore(60),
      now,
    });
  return { webhook, disable };
}

const statusesOf = async (webhookId: string) => {
  const rows = await prisma.delivery.findMany({
    where: { webhookId },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ status }) => status);
};

describe('disabling a webhook', () => {
  test('cancels its pending deliveries, and none of another webhook', async () => {
    const { webhook, disable } = await createFailing(null);
    const { webhook: neighbour } = await createFailing(null);
    for (const status of ['pending', 'delivering', 'succeeded', 'failed', 'pending'] as const) {
      await createDelivery(database, webhook, { status });
      await createDelivery(database, neighbour, { status });
    }
    expect(await disable('gone')).toEqual({ url: webhook.url, canceledDeliveries: 2 });
    expect(await statusesOf(webhook.id)).toEqual([
      'canceled',
      'delivering',
      'succeeded',
      'failed',
      'canceled',
    ]);
    expect(await statusesOf(neighbour.id)).toEqual([
      'pending',
      'delivering',
      'succeeded',
      'failed',
      'pending',
    ]);
    const stored = await prisma.webhook.findMany({ where: { id: { in: [webhook.id, neighbour.id] } } });
    expect(new Map(stored.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [webhook.id, 'disabled'],
        [neighbour.id, 'active'],
      ]),
    );
  });

  test('cancels its own delivery of an event that another webhook waits for as well', async () => {
    const { webhook, disable } = await createFailing(null);
    const { webhook: neighbour } = await createFailing(null);
    for (const [first, second] of [
      [webhook, neighbour],
      [neighbour, webhook],
    ] as const) {
      const { eventId } = await createDelivery(database, first, { status: 'pending' });
      await createDelivery(database, second, { status: 'pending', eventId });
    }
    expect(await disable('gone')).toMatchObject({ canceledDeliveries: 2 });
    expect(await statusesOf(webhook.id)).toEqual(['canceled', 'canceled']);
    expect(await statusesOf(neighbour.id)).toEqual(['pending', 'pending']);
  });

  test.each([
    ['since the limit', 60, true],
    ['for longer', 61, true],
    ['for a shorter time', 59, false],
  ])('that has been failing %s', async (_, seconds, isDisabled) => {
    const { disable } = await createFailing(secondsBefore(seconds));
    expect((await disable('failing')) !== undefined).toBe(isDisabled);
  });

  test('that has had a success meanwhile does nothing, unless its receiver is gone', async () => {
    const { disable } = await createFailing(null);
    expect(await disable('failing')).toBeUndefined();
    expect(await disable('gone')).toBeDefined();
  });
});
