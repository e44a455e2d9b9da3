import { describe, expect, test } from '@jest/globals';
import { SearchSlots } from '../../src/plans/search-slots.js';

const hour = 3_600_000;

/** Starts searches that end on demand, in the order in which they have started. */
function startSearches({ size, waitMs = hour }: { size: number; waitMs?: number }) {
  let nowMs = 0;
  const slots = new SearchSlots({ size, waitMs, nowMs: () => nowMs });
  const started: { name: string; end(): void }[] = [];
  const search = (name: string, limit = 100) =>
    slots.run(
      { tenantId: name.slice(0, 1), limit },
      () =>
        new Promise<string>((resolve) => {
          started.push({ name, end: () => resolve(name) });
        }),
    );
  return {
    search,
    count: (tenantId: string) => slots.count(tenantId),
    names: () => started.map(({ name }) => name),
    pass(ms: number) {
      nowMs += ms;
    },
    /** Runs five quick searches one after another. Afterwards, the tenant may run up to six at a time. */
    async runQuick(tenantId: string) {
      for (let number = 0; number < 5; number += 1)
        await slots.run({ tenantId, limit: 1 }, () => Promise.resolve());
    },
    /** Ends the search and lets the next one start. */
    async end(name: string) {
      started.find((one) => one.name === name)?.end();
      await new Promise(setImmediate);
    },
  };
}

describe('searches that run at the same time', () => {
  test('a tenant uses at most half of the connections, or fewer by its limit', async () => {
    const { search, names, count, runQuick } = startSearches({ size: 6 });
    for (const tenantId of ['a', 'b']) await runQuick(tenantId);
    for (let number = 0; number < 5; number += 1) void search(`a${number}`);
    for (let number = 0; number < 5; number += 1) void search(`b${number}`, 2);
    expect(names()).toEqual(['a0', 'a1', 'a2', 'b0', 'b1']);
    expect([count('a'), count('b'), count('c')]).toEqual([3, 2, 0]);
  });

  test('tenants that wait get the free connections in turn, each in its own order', async () => {
    const { search, names, end } = startSearches({ size: 1 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void search(name);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name);
    expect(names()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test('a tenant at its limit does not keep others waiting', async () => {
    const { search, names, end, runQuick } = startSearches({ size: 4 });
    for (const tenantId of ['a', 'b']) await runQuick(tenantId);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']) void search(name, 2);
    await end('b1');
    expect(names()).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
  });

  test('a search that fails frees its connection', async () => {
    const slots = new SearchSlots({ size: 1, waitMs: hour });
    const failing = slots.run({ tenantId: 'a', limit: 1 }, () => Promise.reject(new Error('failed')));
    const next = slots.run({ tenantId: 'a', limit: 1 }, async () => 'next');
    await expect(failing).rejects.toThrow('failed');
    await expect(next).resolves.toBe('next');
  });

  test('a search that has waited too long is refused, and the next one keeps its position', async () => {
    const { search, names, end } = startSearches({ size: 2, waitMs: 20 });
    void search('a1', 1);
    await expect(search('a2', 1)).rejects.toMatchObject({
      code: 'concurrent_searches_limit_reached',
      details: { limit: 'concurrentSearches', maximum: 1 },
    });
    void search('a3', 1);
    await end('a1');
    expect(names()).toEqual(['a1', 'a3']);
  });
});

describe('slow searches', () => {
  test('a tenant begins with one search, and each quick one allows one more', async () => {
    const { search, names, end } = startSearches({ size: 8 });
    for (let number = 1; number <= 6; number += 1) void search(`a${number}`);
    expect(names()).toEqual(['a1']);
    await end('a1');
    expect(names()).toEqual(['a1', 'a2', 'a3']);
    await end('a2');
    expect(names()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  test('while a search takes long, and for ten seconds after it, its tenant starts one at a time', async () => {
    const { search, names, end, pass, runQuick } = startSearches({ size: 8 });
    await runQuick('a');
    void search('a1');
    pass(101);
    for (const name of ['a2', 'a3', 'a4']) void search(name);
    expect(names()).toEqual(['a1']);
    await end('a1');
    expect(names()).toEqual(['a1', 'a2']);
    await end('a2');
    expect(names()).toEqual(['a1', 'a2', 'a3']);
    pass(10_001);
    await end('a3');
    await runQuick('b');
    expect(names()).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  test('tenants with slow searches use half of the connections together, in turn; others find the rest free', async () => {
    const { search, names, end, pass } = startSearches({ size: 4 });
    for (const name of ['a1', 'b1', 'c1']) void search(name);
    pass(101);
    for (const name of ['a1', 'b1', 'c1']) await end(name);
    for (const name of ['a2', 'b2', 'c2', 'd1', 'e1']) void search(name);
    expect(names().slice(3)).toEqual(['a2', 'b2', 'd1', 'e1']);
    await end('e1');
    expect(names().slice(3)).toEqual(['a2', 'b2', 'd1', 'e1']);
    await end('b2');
    expect(names().slice(3)).toEqual(['a2', 'b2', 'd1', 'e1', 'c2']);
  });
});
