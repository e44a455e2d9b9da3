import { beforeAll, describe, expect, test } from '@jest/globals';
import { transact } from '@parley/core';
import { contextOf, createChannel, createClock, createTenant } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { ChannelPace } from '../../src/messages/channel-pace.js';

const clock = createClock('2026-11-14T09:30:00.000Z');
const target = useTestDatabase();
let tenantId: string;

beforeAll(async () => {
  tenantId = (await createTenant(target.database)).id;
});

async function prepare(messagesPerSecond: number) {
  const { id } = await createChannel(target.database, tenantId);
  const context = contextOf(target.database, tenantId, clock.now);
  return {
    context,
    channelId: id,
    /** The slot of one message of a worker with this pace, in milliseconds from now. */
    slot: (pace: ChannelPace, pausedUntil: Date | null = null) =>
      transact(context, async (transaction) => {
        const at = await pace.reserveSlot(transaction, context, { id, messagesPerSecond, pausedUntil });
        return at.getTime() - clock.now().getTime();
      }),
  };
}

describe('the pace of a channel', () => {
  test('is shared by all workers: the messages of one second at once, and then evenly spaced', async () => {
    const { slot } = await prepare(40);
    const workers = Array.from({ length: 4 }, () => new ChannelPace());
    const slots = await Promise.all(
      Array.from({ length: 120 }, (_, index) => slot(workers[index % 4] ?? new ChannelPace())),
    );
    const sorted = slots.toSorted((one, other) => one - other);
    // No slot is used twice, and each of the ten connections has reserved at most four slots that are not used yet.
    expect(new Set(sorted).size).toBe(120);
    expect(sorted.filter((at) => at <= 0).length).toBeLessThanOrEqual(41);
    expect(sorted.at(-1)).toBeGreaterThanOrEqual(-1_000 + 119 * 25);
    expect(sorted.at(-1)).toBeLessThanOrEqual(-1_000 + (119 + 10 * 4) * 25);
  });

  test('is not increased later by slots that were reserved and not used', async () => {
    const { slot } = await prepare(40);
    const pace = new ChannelPace();
    await slot(pace);
    clock.advance(60_000);
    const slots = [];
    for (let count = 0; count < 41; count += 1) slots.push(await slot(pace));
    expect(slots[0]).toBe(-1_000);
    expect(slots.at(-1)).toBe(0);
  });

  test('pauses for all workers when the provider requests a pause from one of them', async () => {
    const { slot, context, channelId } = await prepare(20);
    const [one, other] = [new ChannelPace(), new ChannelPace()];
    await slot(one);
    await slot(other);
    const pausedUntil = new Date(clock.now().getTime() + 30_000);
    await one.pause(context, channelId, pausedUntil);
    expect(await slot(one)).toBe(30_000);
    // This worker still has a slot that it reserved before the pause.
    expect(await slot(other, pausedUntil)).toBe(30_100);
  });
});
