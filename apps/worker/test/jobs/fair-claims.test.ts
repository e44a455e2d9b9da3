import { describe, expect, test } from '@jest/globals';
import { type ClaimPlan, FairClaims } from '../../src/jobs/fair-claims.js';
import { LaneWeights } from '../../src/jobs/lane-weights.js';

const [anna, bert] = [-10, -20];
const campaign = 10;

/** Claims for a queue in which this many workers wait for a job. */
function claimsWith(free: number) {
  const claims = new FairClaims({ concurrency: 10 });
  const queue = {
    workerQueue: Array.from({ length: free }, () => undefined),
    pulses: 0,
    pulse() {
      queue.pulses += 1;
    },
  };
  claims.follow(queue);
  return { claims, queue };
}

function planOf(claims: FairClaims): ClaimPlan {
  const plan = claims.plan('a pool', [1]);
  if (plan === undefined) throw new Error('Nothing is claimed.');
  return plan;
}

const jobsIn = (lane: number, count: number) =>
  Array.from({ length: count }, () => ({ priority: lane, payload: {} }));

/** Lets this many jobs wait for a slot behind running ones. */
async function fill(claims: FairClaims, lane: number, waiting: number) {
  const running = await Promise.all(Array.from({ length: 10 }, () => claims.slots.acquire(lane)));
  for (let index = 0; index < waiting; index += 1) void claims.slots.acquire(lane);
  return running;
}

describe('a claim', () => {
  test('requests nothing while no worker is free, and is repeated when the next job starts', async () => {
    const { claims, queue } = claimsWith(0);
    expect(claims.plan('a pool', [1])).toBeUndefined();
    queue.workerQueue.push(undefined);
    await claims.slots.acquire(anna);
    expect(queue.pulses).toBe(1);
  });

  test('requests the jobs of a large event first, and later as many as it may hold or has free workers for, a quarter of them bulk', async () => {
    const { claims, queue } = claimsWith(200);
    expect(planOf(claims).wanted).toEqual([60, 20]);
    await fill(claims, anna, 18);
    // With these it holds 138.
    expect(planOf(claims).wanted).toEqual([90, 30]);
    queue.workerQueue.length = 100;
    expect(planOf(claims).wanted).toEqual([75, 25]);
  });

  test('requests a few jobs while several tenants are active, so that the next claim comes soon', async () => {
    const { claims } = claimsWith(100);
    for (const lane of [anna, bert]) await claims.slots.acquire(lane);
    expect(planOf(claims).wanted).toEqual([16, 5]);
  });

  test('lets a lane hold more while it is alone, and few when only the reserve is left', async () => {
    const { claims, queue } = claimsWith(100);
    expect(planOf(claims).mostHeld).toBe(112);
    for (const lane of [anna, bert]) await claims.slots.acquire(lane);
    expect(planOf(claims).mostHeld).toBe(64);
    queue.workerQueue.length = 24;
    expect(planOf(claims).mostHeld).toBe(4);
  });

  test('requests interactive jobs only, while as many bulk jobs wait as it may hold', async () => {
    const { claims } = claimsWith(200);
    await fill(claims, campaign, 125);
    expect(planOf(claims).wanted).toEqual([12, 1]);
    void claims.slots.acquire(campaign);
    expect(planOf(claims).wanted).toEqual([12, 0]);
  });

  test('passes the weights of the lanes, including the bulk lane of a tenant', () => {
    const claims = new FairClaims({ concurrency: 10, weights: new LaneWeights([[anna, 3]]) });
    claims.follow({ workerQueue: [undefined], pulse: () => undefined });
    expect(planOf(claims).values.slice(7, 9)).toEqual([
      [anna, -2 - anna],
      [3, 3],
    ]);
  });

  test('begins with another lane after a claim that found nothing, and reaches every lane again', () => {
    const { claims } = claimsWith(100);
    const begun = new Set<unknown>();
    for (let round = 0; round < 100; round += 1) {
      const { values } = planOf(claims);
      begun.add(JSON.stringify(values[3]));
      claims.record(planOf(claims), []);
    }
    expect(begun.size).toBe(100);
  });

  test('passes how many jobs of each lane wait in the worker', async () => {
    const { claims } = claimsWith(100);
    await fill(claims, anna, 7);
    expect([...planOf(claims).held]).toEqual([[anna, 7]]);
  });

  test('begins after the lane where the last claim ended, in each class', () => {
    const { claims } = claimsWith(100);
    claims.record(planOf(claims), [...jobsIn(bert, 1), ...jobsIn(anna, 1), ...jobsIn(campaign, 1)]);
    expect(planOf(claims).values[3]).toEqual([anna, campaign]);
    // The claim continued from the last lane to the first.
    claims.record(planOf(claims), [...jobsIn(bert, 1), ...jobsIn(-5, 1), ...jobsIn(campaign, 1)]);
    expect(planOf(claims).values[3]).toEqual([bert, campaign]);
  });

  test('is repeated when a lane had more than its share and few jobs are left to start', async () => {
    const { claims, queue } = claimsWith(100);
    const running = await fill(claims, anna, 25);
    claims.record(planOf(claims), jobsIn(anna, 2));
    const release = () => running.pop()?.();
    for (let index = 0; index < 4; index += 1) release();
    expect(queue.pulses).toBe(0);
    release();
    expect(queue.pulses).toBe(1);
  });

  test('is not repeated when all jobs of every lane were claimed', async () => {
    const { claims, queue } = claimsWith(100);
    claims.record(planOf(claims), jobsIn(anna, 1));
    await claims.slots.acquire(anna);
    expect(queue.pulses).toBe(0);
  });
});
