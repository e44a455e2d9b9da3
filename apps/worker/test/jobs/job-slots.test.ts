import { describe, expect, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { JobSlots } from '../../src/jobs/job-slots.js';

const [anna, bert] = [-10, -20];
const campaign = 10;

/** Acquires a slot and records the order in which slots are granted. */
function acquireIn(slots: JobSlots, granted: string[], name: string, lane = anna): Promise<() => void> {
  return slots.acquire(lane).then((release) => {
    granted.push(name);
    return release;
  });
}

describe('the slots of the jobs', () => {
  test('are granted up to the limit, then in order as others are released', async () => {
    const slots = new JobSlots({ concurrency: 2 });
    const granted: string[] = [];
    const [first, second] = ['first', 'second', 'third', 'fourth'].map((name) =>
      acquireIn(slots, granted, name),
    );
    const releaseFirst = await first;
    await second;
    expect(granted).toEqual(['first', 'second']);
    releaseFirst?.();
    await new Promise(setImmediate);
    expect(granted).toEqual(['first', 'second', 'third']);
  });

  test('are released once, even if the release is called twice', async () => {
    const slots = new JobSlots({ concurrency: 1 });
    const granted: string[] = [];
    const release = await slots.acquire(anna);
    void acquireIn(slots, granted, 'second');
    void acquireIn(slots, granted, 'third');
    release();
    release();
    await new Promise(setImmediate);
    expect(granted).toEqual(['second']);
  });

  test('go to the lane with the fewest running jobs, however many wait in another', async () => {
    const slots = new JobSlots({ concurrency: 3 });
    const granted: string[] = [];
    const first = acquireIn(slots, granted, 'anna');
    for (let index = 0; index < 50; index += 1) void acquireIn(slots, granted, 'anna');
    void acquireIn(slots, granted, 'bert', bert);
    (await first)();
    await new Promise(setImmediate);
    expect(granted).toEqual(['anna', 'anna', 'anna', 'bert']);
  });

  test('go in turn to the lanes that wait', async () => {
    const granted = await grantAll([...repeat(['anna', anna], 4), ...repeat(['bert', bert], 4)]);
    expect(granted).toEqual(['anna', 'bert', 'anna', 'bert', 'anna', 'bert', 'anna', 'bert']);
  });

  test('go to a job for several deliveries as rarely as to that many jobs', async () => {
    const groups = repeat(['anna', anna], 3).map((job) => [...job, 4] as const);
    const granted = await grantAll([...groups, ...repeat(['bert', bert], 9)]);
    const order = 'anna bert bert bert bert anna bert bert bert bert anna bert';
    expect(granted.join(' ')).toBe(order);
  });

  test('go to the lane with the fewest running deliveries, not jobs', async () => {
    const slots = new JobSlots({ concurrency: 3 });
    const granted: string[] = [];
    await slots.acquire(anna, { size: 3 });
    const [release] = await Promise.all([slots.acquire(bert), slots.acquire(bert)]);
    void acquireIn(slots, granted, 'anna');
    void acquireIn(slots, granted, 'bert', bert);
    release();
    await new Promise(setImmediate);
    expect(granted).toEqual(['bert']);
    expect(slots.waitingByLane()).toEqual([[anna, 1]]);
  });

  test('go to no backlog, even one of a few jobs for many deliveries, while the only job of another tenant runs', async () => {
    const slots = new JobSlots({ concurrency: 2, now: () => 0 });
    const granted: string[] = [];
    await slots.acquire(bert);
    const first = await slots.acquire(anna, { size: 10 });
    for (const _ of [1, 2]) void slots.acquire(anna, { size: 10 }).then(() => granted.push('anna'));
    expect(slots.waitingSize).toBe(20);
    first();
    await new Promise(setImmediate);
    expect(granted).toEqual([]);
  });

  test('go twice as often to a lane with twice the weight', async () => {
    const jobs = [...repeat(['anna', anna], 6), ...repeat(['bert', bert], 6)];
    const granted = await grantAll(jobs, (lane) => (lane === bert ? 2 : 1));
    const early = granted.slice(0, 6).filter((name) => name === 'bert');
    expect(early).toHaveLength(4);
  });

  test('go to interactive jobs before bulk jobs, which get every fourth', async () => {
    const granted = await grantAll([...repeat(['bulk', campaign], 4), ...repeat(['anna', anna], 9)]);
    const order = 'anna anna anna bulk anna anna anna bulk anna anna anna bulk bulk';
    expect(granted.join(' ')).toBe(order);
  });

  test('go to no backlog while the only job of another tenant runs', async () => {
    const { slots, granted, releaseOthers } = await backlogBeside(bert);
    // These jobs started before the lane had a backlog.
    expect(granted).toHaveLength(9);
    await releaseOthers(8);
    expect(granted).toHaveLength(9);
    expect(slots.waitingIn(anna)).toBe(21);
  });

  test('go to a backlog again once that job has ended and none has followed for a moment', async () => {
    const { granted, single, releaseOthers, clock } = await backlogBeside(bert);
    await releaseOthers(8);
    single();
    clock.nowMs += 11;
    await new Promise(setImmediate);
    expect(granted).toHaveLength(9);
    clock.nowMs += 1;
    // One job runs already, and three may run beside single jobs.
    await waitUntil(() => granted.length === 11);
  });

  test('go to a backlog for half of the time, however long single jobs take', async () => {
    const { granted, releaseOthers, clock } = await backlogBeside(bert);
    await releaseOthers(8);
    clock.nowMs += 200;
    await waitUntil(() => granted.length === 11);
    // The backlog yields again when it has run for as long as it had yielded.
    clock.nowMs += 100;
    await releaseOthers(11);
    expect(granted).toHaveLength(11);
    clock.nowMs += 101;
    await waitUntil(() => granted.length > 11);
  });

  test('all go to a backlog while other jobs of the same tenant run', async () => {
    const bulkOfAnna = -2 - anna;
    const { granted, releaseOthers } = await backlogBeside(anna, bulkOfAnna);
    expect(granted).toHaveLength(9);
    await releaseOthers(8);
    expect(granted).toHaveLength(17);
  });

  test('all go to bulk jobs when nothing else waits', async () => {
    expect(await grantAll(repeat(['bulk', campaign], 5))).toEqual(Array(5).fill('bulk'));
  });
});

/** Creates ten slots: one runs a single job, and thirty jobs wait for the others. */
async function backlogBeside(singleLane: number, backlogLane = anna) {
  const clock = { nowMs: 0 };
  const slots = new JobSlots({ concurrency: 10, now: () => clock.nowMs });
  const granted: string[] = [];
  const single = await slots.acquire(singleLane);
  const backlog = repeat(['backlog', backlogLane], 30).map(([name, lane]) =>
    acquireIn(slots, granted, name, lane),
  );
  await new Promise(setImmediate);
  const releaseOthers = async (count: number) => {
    for (const release of await Promise.all(backlog.slice(0, count))) release();
    await new Promise(setImmediate);
  };
  return { slots, granted, single, releaseOthers, clock };
}

function repeat(job: [name: string, lane: number], count: number): [name: string, lane: number][] {
  return Array.from({ length: count }, () => job);
}

/** Runs jobs that wait for one slot, one after the other. */
async function grantAll(
  jobs: readonly (readonly [name: string, lane: number, size?: number])[],
  weightOf: (lane: number) => number = () => 1,
): Promise<string[]> {
  const slots = new JobSlots({ concurrency: 1, weightOf });
  const releaseFirst = await slots.acquire(20);
  const granted: string[] = [];
  const all = jobs.map(async ([name, lane, size]) => {
    const release = await slots.acquire(lane, size === undefined ? {} : { size });
    granted.push(name);
    release();
  });
  releaseFirst();
  await Promise.all(all);
  return granted;
}
