import { describe, expect, it } from '@jest/globals';
import { plans } from '@parley/core';
import { createClock } from '@parley/testkit';
import { createInboundLimiter, type ReceivedItems } from '../../../src/http/limits/limit-inbound.js';
import { createMemoryWindows } from '../../../src/http/limits/memory-windows.js';

function prepare() {
  const clock = createClock('2026-10-15T09:30:20.000Z');
  const windows = createMemoryWindows();
  const counted: number[] = [];
  const limitInbound = createInboundLimiter({
    now: clock.now,
    messages: {
      count(owner, windowStart, amount = 1) {
        counted.push(amount);
        return windows.count(owner, windowStart, amount);
      },
      findLargest: windows.findLargest,
    },
    statuses: createMemoryWindows(),
  });
  const receiveItems = (id: string, inboundMessagesPerMinute: number, items: Partial<ReceivedItems>) => {
    const limits = { ...plans.pro.limits, inboundMessagesPerMinute };
    return limitInbound({ id, tenantId: 'tenant', limits }, { messages: 0, statuses: 0, ...items }, {}).then(
      () => 'accepted',
      (error) => error.code,
    );
  };
  const receive = (id: string, inboundMessagesPerMinute: number) =>
    receiveItems(id, inboundMessagesPerMinute, { messages: 1 });
  return { clock, counted, receive, receiveItems };
}

const refused = 'inbound_messages_limit_reached';

describe('statuses', () => {
  it.each([
    [200, 2_000],
    [0, 1_000],
  ])('of a channel with a limit of %i messages have a minute of their own, for %i', async (limit, most) => {
    const { clock, receive, receiveItems } = prepare();
    const statuses = most - 1;
    const outcomes = [];
    for (const amount of [statuses, 2, 1, 1])
      outcomes.push(await receiveItems('one', limit, { statuses: amount }));
    expect(outcomes).toEqual(['accepted', 'accepted', refused, refused]);
    expect(await receiveItems('other', limit, { statuses: 1 })).toBe('accepted');
    expect(await receive('one', 1)).toBe('accepted');
    clock.advance(40_000);
    expect(await receiveItems('one', limit, { statuses: 1 })).toBe('accepted');
  });
});

describe('a channel that has used up its minute', () => {
  it('is refused without counting; other channels and the next minute are counted', async () => {
    const { clock, counted, receive } = prepare();
    const outcomes = [];
    for (let number = 0; number < 5; number += 1) outcomes.push(await receive('one', 2));
    expect(outcomes).toEqual(['accepted', 'accepted', refused, refused, refused]);
    expect(counted).toHaveLength(3);
    expect(await receive('other', 2)).toBe('accepted');
    clock.advance(40_000);
    expect(await receive('one', 2)).toBe('accepted');
    expect(counted).toHaveLength(5);
  });

  it('is accepted again as soon as its limit is raised', async () => {
    const { receive } = prepare();
    for (const outcome of ['accepted', refused]) expect(await receive('one', 1)).toBe(outcome);
    expect(await receive('one', 10)).toBe('accepted');
  });
});
