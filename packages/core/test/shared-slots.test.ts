import { expect, test } from '@jest/globals';
import { BulkWorkSlots } from '../src/bulk-work-slots.js';

/** Starts work that ends on demand, in the order in which it has started. */
function startWork(size = 5) {
  let nowMs = 0;
  const slots = new BulkWorkSlots({ size, waitMs: 60_000, sharedForMs: 1_000, nowMs: () => nowMs });
  const running: { name: string; end(): void }[] = [];
  return {
    start(...names: string[]) {
      for (const name of names) {
        const tenantId = name.slice(0, 1);
        void slots.acquire(tenantId).then(
          () => running.push({ name, end: () => slots.release(tenantId) }),
          // Work that still waits when its test ends is refused after a minute, when another file runs.
          () => undefined,
        );
      }
      return new Promise(setImmediate);
    },
    names: () => running.map(({ name }) => name),
    pass(ms: number) {
      nowMs += ms;
    },
    async end(name: string) {
      const at = running.findIndex((one) => one.name === name);
      running.splice(at, 1)[0]?.end();
      await new Promise(setImmediate);
    },
  };
}

test('a tenant that is alone leaves one slot free, and another tenant starts at once', async () => {
  const { start, names } = startWork();
  await start('a1', 'a2', 'a3', 'a4', 'a5');
  expect(names()).toEqual(['a1', 'a2', 'a3', 'a4']);
  await start('b1');
  expect(names()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('tenants that were active within the time share the slots; afterwards the others use them', async () => {
  const { start, names, end, pass } = startWork();
  await start('b1');
  await end('b1');
  await start('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
  expect(names()).toEqual(['a1', 'a2']);
  await end('a1');
  expect(names()).toEqual(['a2', 'a3']);
  pass(1_001);
  await end('a2');
  expect(names()).toEqual(['a3', 'a4', 'a5', 'a6']);
});

test('work starts when another tenant becomes inactive, although no work ends', async () => {
  const { start, names, end, pass } = startWork();
  await start('b1');
  await end('b1');
  await start('a1', 'a2', 'a3', 'a4', 'a5');
  expect(names()).toEqual(['a1', 'a2']);
  pass(1_001);
  // The slots wait in real time before they read the clock of the test.
  while (names().length === 2) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(names()).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('one of two slots is kept for another tenant', async () => {
  const { start, names } = startWork(2);
  await start('a1', 'a2');
  expect(names()).toEqual(['a1']);
  await start('b1');
  expect(names()).toEqual(['a1', 'b1']);
});

test('a tenant whose work takes longer than the time stays active', async () => {
  const { start, names, pass } = startWork();
  await start('b1');
  pass(1_001);
  await start('a1', 'a2', 'a3');
  expect(names()).toEqual(['b1', 'a1', 'a2']);
});
