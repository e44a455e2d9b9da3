import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { JobSlots } from '../../src/jobs/job-slots.js';
import { tenantOf } from '../../src/jobs/lanes.js';

const [anna, bert] = [-10, -20];
const annasBulk = tenantOf(anna);

describe('the slots of jobs that share a statement', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('are not needed by jobs that share a statement, until 128 deliveries of their lane are unfinished', async () => {
    const slots = new JobSlots({ concurrency: 1 });
    let startedCount = 0;
    const start = async () => {
      const release = await slots.acquire(anna, { sharesStatement: true });
      startedCount += 1;
      return release;
    };
    const jobs = Array.from({ length: 150 }, start);
    await new Promise(setImmediate);
    // One more has the slot.
    expect(startedCount).toBe(129);
    // A delivery continues when its job has ended, and is unfinished until it ends, too.
    const endDelivery = slots.laneOf(anna).countDelivery();
    for (const job of jobs.slice(0, 2)) (await job)();
    await new Promise(setImmediate);
    expect(startedCount).toBe(129);
    endDelivery();
    await new Promise(setImmediate);
    expect(startedCount).toBe(130);
  });

  test('are needed while deliveries take long: they are unfinished although fairness no longer counts them', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const slots = new JobSlots({ concurrency: 1 });
    const lane = slots.laneOf(anna);
    const ends = Array.from({ length: 128 }, () => lane.countDelivery());
    await jest.advanceTimersByTimeAsync(50);
    const granted: string[] = [];
    for (const name of ['first', 'second'])
      void slots.acquire(anna, { sharesStatement: true }).then(() => granted.push(name));
    await new Promise(setImmediate);
    // The first one has the slot.
    expect(granted).toEqual(['first']);
    for (const end of ends.slice(0, 2)) end();
    await new Promise(setImmediate);
    expect(granted).toEqual(['first', 'second']);
  });

  test('are shared while two tenants are active, and not by one', async () => {
    const slots = new JobSlots({ concurrency: 2 });
    const lane = slots.laneOf(anna);
    (await slots.acquire(anna))();
    expect(lane.isShared).toBe(false);
    (await slots.acquire(bert))();
    expect(lane.isShared).toBe(true);
  });

  test('are needed by jobs that share a statement while another tenant is active', async () => {
    const slots = new JobSlots({ concurrency: 1 });
    (await slots.acquire(bert))();
    const granted: string[] = [];
    for (const name of ['first', 'second', 'third'])
      void slots.acquire(anna, { sharesStatement: true }).then(() => granted.push(name));
    await new Promise(setImmediate);
    // The first one started when only one tenant was active, and the second one has the slot.
    expect(granted).toEqual(['first', 'second']);
  });

  test('that are all occupied do not stop jobs that share a statement', async () => {
    const slots = new JobSlots({ concurrency: 1 });
    const granted: string[] = [];
    await slots.acquire(anna).then(() => granted.push('long'));
    void slots.acquire(anna).then(() => granted.push('other'));
    void slots.acquire(annasBulk, { sharesStatement: true }).then(() => granted.push('shares'));
    await new Promise(setImmediate);
    expect(granted).toEqual(['long', 'shares']);
  });
});
