import { describe, expect, test } from '@jest/globals';
import { WaitingLanes } from '../../src/jobs/waiting-lanes.js';

const [anna, bert] = [-10, -20];

describe('the lag of a lane', () => {
  test('is the number of starts of another lane since both have waited', () => {
    const { lanes, start } = createLanes({ [anna]: 1, [bert]: 1 });
    start(bert, 6);
    expect(lanes.lagOf(anna)).toBe(5);
    start(anna, 2);
    expect(lanes.lagOf(anna)).toBe(3);
  });

  test('counts a job for many deliveries of another lane once', () => {
    const { lanes, start } = createLanes({ [anna]: 1, [bert]: 50 });
    start(bert, 2);
    expect(lanes.lagOf(anna)).toBe(1);
  });

  test('is none for a lane whose own jobs are for many deliveries, and which got as many as the other', () => {
    const { lanes, start } = createLanes({ [anna]: 10, [bert]: 1 });
    start(anna, 1);
    start(bert, 11);
    expect(lanes.lagOf(anna)).toBe(0);
  });

  test('is none for a lane in which nothing waits', () => {
    const { lanes, start } = createLanes({ [bert]: 1 });
    start(bert, 6);
    expect(lanes.lagOf(anna)).toBe(0);
  });
});

/** Creates lanes with many waiting jobs of these sizes. */
function createLanes(sizes: Readonly<Record<number, number>>) {
  const lanes = new WaitingLanes({ runningIn: () => 0, weightOf: () => 1 });
  for (const [lane, size] of Object.entries(sizes))
    for (let index = 0; index < 20; index += 1)
      lanes.add(Number(lane), { size, sharesStatement: false, start: () => undefined });
  return {
    lanes,
    start(lane: number, count: number) {
      for (let index = 0; index < count; index += 1) {
        const waiting = lanes.get(lane);
        const [job] = waiting?.jobs ?? [];
        if (waiting && job) lanes.take(waiting, job);
      }
    },
  };
}
