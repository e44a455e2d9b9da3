import { describe, expect, test } from '@jest/globals';
import { HeldEvents } from '../../src/webhooks/held-events.js';

const eventOf = (tenantId: string, bytes: number) => ({ tenantId, event: {}, bytes });

/** A process starts with a steady clock near 0. */
const nowMs = 1;

describe('HeldEvents', () => {
  test('a tenant that is alone holds half of the bytes, and more when one of its events ends', () => {
    const held = new HeldEvents(100);
    const events = [20, 20, 10].map((bytes) => eventOf('a', bytes));
    expect(events.map((event) => held.tryHold(event))).toEqual([true, true, true]);
    const more = eventOf('a', 10);
    expect(held.tryHold(more)).toBe(false);
    held.release(events[2] ?? more);
    expect(held.tryHold(more)).toBe(true);
  });

  test('an event counts once, until the last of its deliveries ends', () => {
    const held = new HeldEvents(100);
    const shared = eventOf('a', 40);
    expect([1, 2, 3].map(() => held.tryHold(shared))).toEqual([true, true, true]);
    const other = eventOf('a', 20);
    held.release(shared);
    held.release(shared);
    expect(held.tryHold(other)).toBe(false);
    held.release(shared);
    expect(held.tryHold(other)).toBe(true);
  });

  test('a tenant gets half of what the others leave', () => {
    const held = new HeldEvents(100);
    expect(held.tryHold(eventOf('a', 50))).toBe(true);
    expect([10, 15, 1].map((bytes) => held.tryHold(eventOf('b', bytes)))).toEqual([true, true, false]);
  });

  test('a tenant without any event may hold one of any size, until all hold twice the maximum', () => {
    const held = new HeldEvents(100);
    const first = eventOf('a', 150);
    expect(held.tryHold(first)).toBe(true);
    expect(held.tryHold(eventOf('a', 1))).toBe(false);
    expect(held.tryHold(eventOf('b', 60))).toBe(true);
    expect(held.tryHold(eventOf('c', 1))).toBe(false);
    held.release(first);
    expect(held.tryHold(eventOf('c', 1))).toBe(true);
  });

  test('spreads retries over the time that hanging endpoints need, each tenant for itself', () => {
    const held = new HeldEvents(100);
    held.tryHold(eventOf('a', 50));
    const retry = (tenantId: string, bytes: number) => held.waitMs(eventOf(tenantId, bytes), nowMs);
    expect([retry('a', 10), retry('a', 10), retry('b', 10)]).toEqual([1_000, 4_000, 1_000]);
    const many = Array.from({ length: 1_000 }, () => retry('a', 10));
    expect(Math.max(...many)).toBeLessThanOrEqual(15 * 60 * 1_000);
    expect(Math.min(...many)).toBe(1_000);
  });

  test('forgets the retries of a tenant that holds nothing any more', () => {
    const held = new HeldEvents(100);
    const event = eventOf('a', 50);
    held.tryHold(event);
    for (let count = 0; count < 10; count += 1) held.waitMs(event, nowMs);
    held.release(event);
    expect(held.waitMs(event, nowMs)).toBe(1_000);
  });
});
