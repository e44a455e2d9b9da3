import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { JobSlots } from '../../src/jobs/job-slots.js';

const [anna, bert, carl] = [-10, -20, -30];
const campaign = 40;

afterEach(() => {
  jest.useRealTimers();
});

describe('a backlog beside the single jobs of another tenant', () => {
  test.each([
    ['interactive', anna],
    ['bulk', campaign],
  ])(
    'has at most one running job if it is %s, until there was no single job for a second',
    async (_name, lane) => {
      const { slots, clock, started, addBacklog, advance } = createSlots();
      (await slots.acquire(bert))();
      await advance(12);
      addBacklog(30, lane);
      await advance(0);
      // The first jobs started before the lane had a backlog.
      expect(started).toHaveLength(10);
      for (const release of started.slice(0, 9)) release();
      await advance(0);
      expect(started).toHaveLength(10);
      started[9]?.();
      await advance(0);
      expect(started).toHaveLength(11);
      clock.nowMs += 1_000;
      await advance(4);
      expect(started).toHaveLength(20);
    },
  );

  test.each([
    ['single jobs of other tenants', [-31, -32, -33]],
    ['bulk jobs', [campaign, campaign, campaign]],
  ])('progresses while %s hold three slots for a long time', async (_name, lanes) => {
    const { slots, started, addBacklog, advance } = createSlots();
    for (const lane of lanes) await slots.acquire(lane);
    (await slots.acquire(bert))();
    addBacklog(50);
    await advance(0);
    for (let round = 0; round < 5; round += 1) {
      for (const release of started.splice(0)) release();
      (await slots.acquire(bert))();
      await advance(250);
      expect(started).toHaveLength(1);
    }
  });

  test('waits for the long jobs of another backlog for at most a second', async () => {
    const { slots, started, addBacklog, advance } = createSlots((lane) => lane === carl);
    for (let index = 0; index < 9; index += 1) await slots.acquire(carl);
    (await slots.acquire(bert))();
    addBacklog(30);
    await advance(0);
    for (const release of started.splice(0)) release();
    await advance(900);
    expect(started).toHaveLength(0);
    (await slots.acquire(bert))();
    await advance(150);
    expect(started).toHaveLength(1);
  });

  test('does not yield to tenants that start more jobs than it does', async () => {
    const { slots, advance } = createSlots();
    const starts = new Map<number, number>();
    const running: (() => void)[] = [];
    const add = (lane: number) =>
      slots.acquire(lane).then((release) => {
        running.push(release);
        starts.set(lane, (starts.get(lane) ?? 0) + 1);
        // The tenants with few jobs always have the next one.
        if (lane !== anna) void add(lane);
      });
    for (const lane of [bert, bert, carl, carl, ...Array<number>(100).fill(anna)]) void add(lane);
    await advance(0);
    for (let round = 0; round < 90; round += 1) {
      running.shift()?.();
      await advance(0);
    }
    const [most = 0, , least = 0] = [...starts.values()].sort((a, b) => b - a);
    expect(most - least).toBeLessThanOrEqual(6);
  });

  test('is not limited by the single jobs of its own tenant', async () => {
    const { slots, started, addBacklog, advance } = createSlots();
    (await slots.acquire(anna))();
    addBacklog(30);
    await advance(0);
    for (const release of started.splice(0)) release();
    await advance(0);
    expect(started).toHaveLength(10);
  });

  test.each([
    ['until one of them has ended', true],
    ['but does not wait for slow receivers', false],
  ])('starts nothing while ten deliveries are in flight, %s', async (_name, hasEnded) => {
    const { slots, started, addBacklog, advance } = createSlots();
    (await slots.acquire(bert))();
    await advance(12);
    const lane = slots.laneOf(anna);
    const ends = Array.from({ length: 10 }, () => lane.countDelivery());
    await advance(49);
    addBacklog(30);
    await advance(0);
    for (const release of started.splice(0)) release();
    await advance(0);
    expect(started).toHaveLength(0);
    if (hasEnded) ends[0]?.();
    await advance(hasEnded ? 0 : 1);
    expect(started).toHaveLength(1);
  });

  test('pauses its deliveries between two steps while a single job runs, and for a moment after it', async () => {
    const { slots, addBacklog, advance } = createSlots();
    const release = await slots.acquire(bert);
    addBacklog(30);
    let hasResumed = false;
    void slots
      .laneOf(anna)
      .yielding()
      ?.then(() => {
        hasResumed = true;
      });
    await advance(8);
    release();
    await advance(8);
    expect(hasResumed).toBe(false);
    await advance(8);
    expect(hasResumed).toBe(true);
  });

  test('pauses the deliveries of the backlog for at most 200 ms at a time', async () => {
    const { slots, addBacklog, advance } = createSlots();
    await slots.acquire(bert);
    addBacklog(30);
    const resumed: string[] = [];
    void slots
      .laneOf(anna)
      .yielding()
      ?.then(() => resumed.push('anna'));
    await advance(199);
    expect(resumed).toEqual([]);
    await advance(5);
    expect(resumed).toEqual(['anna']);
  });

  test('yields also if the worker holds one job of it for several deliveries, and the queue has more', async () => {
    const more = new Set<number>();
    const { slots, advance } = createSlots((lane) => more.has(lane));
    const started: string[] = [];
    await slots.acquire(bert);
    more.add(anna);
    void slots.acquire(anna, { size: 10 }).then(() => started.push('anna'));
    await advance(8);
    expect(started).toEqual([]);
    more.delete(anna);
    await advance(8);
    expect(started).toEqual(['anna']);
  });

  test('pauses none of the deliveries of the single job', async () => {
    const { slots, addBacklog } = createSlots();
    await slots.acquire(bert);
    addBacklog(30);
    expect(slots.laneOf(anna).yielding()).toBeInstanceOf(Promise);
    expect(slots.laneOf(bert).yielding()).toBeUndefined();
  });
});

/** Creates ten slots with their own clock, which the timers follow. */
function createSlots(hasMore: (lane: number) => boolean = () => false) {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  const clock = { nowMs: 0 };
  const slots = new JobSlots({ concurrency: 10, now: () => clock.nowMs, hasMore });
  const started: (() => void)[] = [];
  return {
    slots,
    clock,
    started,
    addBacklog(count: number, lane = anna) {
      for (let index = 0; index < count; index += 1)
        void slots.acquire(lane).then((release) => started.push(release));
    },
    async advance(ms: number) {
      for (let passed = 0; passed < ms; passed += 1) {
        clock.nowMs += 1;
        await jest.advanceTimersByTimeAsync(1);
      }
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}
