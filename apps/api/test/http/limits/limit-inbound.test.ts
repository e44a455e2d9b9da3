import { describe, expect, it } from '@jest/globals';
import { plans } from '@parley/core';
import { createClock } from '@parley/testkit';
import { createInboundLimiter } from '../../../src/http/limits/limit-inbound.js';
import { createMemoryWindows } from '../../../src/http/limits/memory-windows.js';

function prepare() {
  const clock = createClock('2026-10-15T09:30:20.000Z');
  const windows = createMemoryWindows();
  const counted: number[] = [];
  const limitInbound = createInboundLimiter({
    now: clock.now,
    store: {
      count(owner, windowStart, amount = 1) {
        counted.push(amount);
        return windows.count(owner, windowStart, amount);
      },
    },
  });
  const receive = (id: string, inboundMessagesPerMinute: number) => {
    const limits = { ...plans.pro.limits, inboundMessagesPerMinute };
    return limitInbound({ id, tenantId: 'tenant', limits }, 1, {}).then(
      () => 'accepted',
      (error) => error.code,
    );
  };
  return { clock, counted, receive };
}

const refused = 'inbound_messages_limit_reached';

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
