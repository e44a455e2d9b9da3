import { describe, expect, test } from '@jest/globals';
import type { JobNeeds } from '../../src/jobs/job-needs.js';
import { JobSlots } from '../../src/jobs/job-slots.js';

const [anna, bert, carla] = [10, 20, 30];
const interactive = -40;
const long = { mayTakeLong: true };

/** Creates slots with a clock that the test moves. Every job runs until it is released. */
function createSlots(concurrency: number) {
  const clock = { nowMs: 0 };
  const slots = new JobSlots({ concurrency, now: () => clock.nowMs });
  const releases: (() => void)[] = [];
  const start = async (lane: number, count: number, needs: JobNeeds = {}) => {
    const before = releases.length;
    for (let index = 0; index < count; index += 1)
      void slots.acquire(lane, needs).then((release) => releases.push(release));
    await new Promise(setImmediate);
    return releases.length - before;
  };
  const release = async (count: number) => {
    const ended = releases.splice(0, count);
    const before = releases.length;
    for (const end of ended) end();
    await new Promise(setImmediate);
    return releases.length - before;
  };
  return { slots, start, release, clock };
}

describe('bulk jobs that can take long', () => {
  test('of one tenant leave three of ten slots: two to interactive jobs, and one to other tenants', async () => {
    const { start } = createSlots(10);
    expect(await start(anna, 30, long)).toBe(7);
    expect(await start(bert, 30, long)).toBe(1);
    expect(await start(carla, 30, long)).toBe(0);
    expect(await start(interactive, 30)).toBe(2);
  });

  test.each([
    [1, 1, 0],
    [2, 1, 1],
    [3, 1, 2],
    [4, 1, 3],
    [5, 2, 3],
  ])('of one tenant use %d slots only so far that some are left', async (concurrency, bulk, others) => {
    const { start } = createSlots(concurrency);
    expect(await start(anna, 30, long)).toBe(bulk);
    expect(await start(interactive, 30)).toBe(others);
  });

  test.each([
    [2, 1, 1, 0],
    [3, 1, 1, 1],
    [4, 2, 1, 1],
    [5, 3, 1, 1],
    [10, 8, 1, 1],
  ])(
    'of two tenants use %d slots only so far that a short job of any tenant starts',
    async (concurrency, bulk, short, others) => {
      for (const lane of [anna, carla]) {
        const { start } = createSlots(concurrency);
        expect((await start(anna, 30, long)) + (await start(bert, 30, long))).toBe(bulk);
        expect(await start(lane, 30)).toBe(short);
        expect(await start(carla, 30, long)).toBe(0);
        expect(await start(interactive, 30)).toBe(others);
      }
    },
  );

  test('in the only slot let nothing start', async () => {
    const { start } = createSlots(1);
    expect(await start(anna, 30, long)).toBe(1);
    expect(await start(bert, 30)).toBe(0);
  });

  test('wait in their lane while short jobs behind them start', async () => {
    const { start } = createSlots(3);
    expect(await start(anna, 5, long)).toBe(1);
    expect(await start(anna, 5)).toBe(1);
  });

  test('start again as soon as one of them ends', async () => {
    const { start, release } = createSlots(10);
    await start(anna, 30, long);
    expect(await release(3)).toBe(3);
  });

  test.each([3, 10])(
    'get their turn while short jobs turn out to be long in %d slots',
    async (concurrency) => {
      const { slots, start, release, clock } = createSlots(concurrency);
      for (const lane of [anna, bert]) await start(lane, 200);
      let hasStarted = false;
      void slots.acquire(carla, long).then(() => {
        hasStarted = true;
      });
      for (let round = 0; round < 20; round += 1) {
        clock.nowMs += 250;
        await release(1);
      }
      expect(hasStarted).toBe(true);
    },
  );

  test('leave no slot unused that short jobs of another tenant need', async () => {
    const { start } = createSlots(10);
    await start(anna, 30, long);
    expect(await start(bert, 30)).toBe(3);
  });
});

describe('other bulk jobs', () => {
  test('use all slots, even those of one tenant', async () => {
    const { start, release } = createSlots(10);
    expect(await start(anna, 30)).toBe(10);
    expect(await release(4)).toBe(4);
  });

  test('count as long once they have run for a quarter of a second', async () => {
    const { start, release, clock } = createSlots(10);
    await start(anna, 30);
    clock.nowMs = 249;
    expect(await release(1)).toBe(1);
    clock.nowMs = 250;
    // Nine of them are long, and seven may be: the others leave one slot to interactive jobs, and one to other tenants.
    expect(await release(2)).toBe(0);
    expect(await start(interactive, 30)).toBe(2);
  });

  test('use all slots again when few of them are long', async () => {
    const { start, release, clock } = createSlots(10);
    await start(anna, 30);
    clock.nowMs = 250;
    expect(await release(4)).toBe(4);
  });

  test.each([
    [3, 1],
    [4, 1],
    [5, 1],
    [10, 1],
  ])('that turn out to be long leave one of %d slots', async (concurrency, left) => {
    const { start, release, clock } = createSlots(concurrency);
    for (const lane of [anna, bert, carla]) await start(lane, 30);
    // Each round ends one job, and all others turn out to be long.
    for (let round = 0; round < 20; round += 1) {
      clock.nowMs += 250;
      await release(1);
    }
    expect(await start(interactive, 30)).toBe(left);
  });
});

describe('a task with a limit', () => {
  const limited = { taskLimit: { task: 'export-contact', most: 2 } };

  test('runs once for one tenant, and once more for another', async () => {
    const { start } = createSlots(10);
    expect(await start(anna, 30, limited)).toBe(1);
    expect(await start(bert, 30, limited)).toBe(1);
    expect(await start(carla, 30, limited)).toBe(0);
  });

  test('does not delay the next jobs of its lane, nor other tasks with a limit', async () => {
    const { start } = createSlots(10);
    await start(anna, 30, limited);
    expect(await start(anna, 4)).toBe(4);
    expect(await start(anna, 2, { taskLimit: { task: 'remove-objects', most: 2 } })).toBe(1);
  });
});
