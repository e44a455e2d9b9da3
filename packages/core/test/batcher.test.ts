import { describe, expect, test } from '@jest/globals';
import { createBatcher } from '../src/batcher.js';

describe('a batcher', () => {
  test('runs together what comes together, and what comes meanwhile as the next batch', async () => {
    const batches: number[][] = [];
    let finishFirst = () => {};
    const first = new Promise<void>((resolve) => {
      finishFirst = resolve;
    });
    const batcher = createBatcher(
      async (items: readonly number[]) => {
        batches.push([...items]);
        if (batches.length === 1) await first;
        return items.map((item) => item * 10);
      },
      { maxSize: 2 },
    );
    const early = [batcher.add(1), batcher.add(2)];
    while (batches.length === 0) await new Promise(setImmediate);
    const late = [batcher.add(3), batcher.add(4), batcher.add(5)];
    finishFirst();
    expect(await Promise.all([...early, ...late])).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
    await batcher.idle();
  });

  test('tells a failure to those of its batch only', async () => {
    const batcher = createBatcher(
      async (items: readonly number[]) => {
        if (items.includes(1)) throw new Error('refused');
        return items;
      },
      { maxSize: 1 },
    );
    const results = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
