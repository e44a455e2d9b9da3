import { describe, expect, test } from '@jest/globals';
import { createBatcher, createKeyedBatcher } from '../src/batcher.js';
import { createSignal } from './create-signal.js';

describe('a batcher', () => {
  test('runs items that arrive together as one batch, and items that arrive meanwhile as the next', async () => {
    const batches: number[][] = [];
    const [first, finishFirst] = createSignal();
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

  test('rejects only the items of the failed batch', async () => {
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

  test('does not wait for results that are promises', async () => {
    const never = new Promise<number>(() => {});
    const batcher = createBatcher(
      async (items: readonly number[]) =>
        items.map((item) => {
          if (item === 2) return never;
          return item === 1 ? Promise.reject(new Error('refused')) : item;
        }),
      { maxSize: 3 },
    );
    const [first, , third] = [batcher.add(1), batcher.add(2), batcher.add(3)];
    await expect(first).rejects.toThrow('refused');
    expect(await third).toBe(3);
    expect(await batcher.add(4)).toBe(4);
  });
});

describe('a batcher that gathers', () => {
  test('decides for each batch whether it waits, and waits no longer when it has enough items', async () => {
    const batches: number[][] = [];
    let forMs = 0;
    const never = 2 ** 31 - 1;
    const batcher = createBatcher(noting(batches), { maxSize: 10, gatherMs: () => forMs, gatherSize: 2 });
    await batcher.add(1);
    await batcher.idle();
    forMs = never;
    const second = batcher.add(2);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(batches).toEqual([[1]]);
    await Promise.all([second, batcher.add(3)]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  test('runs what it has when the time is over', async () => {
    const batches: number[][] = [];
    const batcher = createBatcher(noting(batches), { maxSize: 10, gatherMs: 1 });
    expect(await Promise.all([batcher.add(1), batcher.add(2)])).toEqual([1, 2]);
    expect(batches).toEqual([[1, 2]]);
  });

  test('gathers items of different moments, and does not wait when the batch is full', async () => {
    const batches: number[][] = [];
    const batcher = createBatcher(noting(batches), { maxSize: 2, gatherMs: 600_000 });
    const first = batcher.add(1);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(batches).toEqual([]);
    expect(await Promise.all([first, batcher.add(2)])).toEqual([1, 2]);
    const others = [batcher.add(3), batcher.add(4), batcher.add(5), batcher.add(6)];
    expect(await Promise.all(others)).toEqual([3, 4, 5, 6]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  test('waits after a batch for its callers, but a single caller never waits', async () => {
    const batches: number[][] = [];
    const [held, finish] = createSignal();
    const batcher = createBatcher(
      async (items: readonly number[]) => {
        batches.push([...items]);
        if (items.includes(3)) await held;
        return items;
      },
      { maxSize: 10, rejoinMs: 600_000 },
    );
    expect(await batcher.add(1)).toBe(1);
    expect(await batcher.add(2)).toBe(2);
    const third = batcher.add(3);
    while (batches.length < 3) await new Promise(setImmediate);
    const fourth = batcher.add(4);
    finish();
    await third;
    await new Promise(setImmediate);
    expect(batches).toEqual([[1], [2], [3]]);
    expect(await Promise.all([fourth, batcher.add(5)])).toEqual([4, 5]);
    expect(batches).toEqual([[1], [2], [3], [4, 5]]);
  });

  function noting(batches: number[][]) {
    return async (items: readonly number[]) => {
      batches.push([...items]);
      return items;
    };
  }
});

describe('a batcher with keys', () => {
  test('batches the items of one key, and never makes a key wait for another', async () => {
    const batches: [string, number[]][] = [];
    const [held, release] = createSignal();
    const ask = createKeyedBatcher(
      async (key: string, items: readonly number[]) => {
        batches.push([key, [...items]]);
        if (key === 'slow') await held;
        return items.map((item) => `${key} ${item}`);
      },
      { maxSize: 10 },
    );
    const slow = [ask('slow', 1), ask('slow', 2)];
    expect(await Promise.all([ask('quick', 1), ask('quick', 2)])).toEqual(['quick 1', 'quick 2']);
    expect(await ask('quick', 3)).toBe('quick 3');
    release();
    expect(await Promise.all(slow)).toEqual(['slow 1', 'slow 2']);
    expect(batches).toEqual([
      ['slow', [1, 2]],
      ['quick', [1, 2]],
      ['quick', [3]],
    ]);
  });
});
