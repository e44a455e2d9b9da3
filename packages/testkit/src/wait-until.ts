import { setTimeout as delay } from 'node:timers/promises';

const shortestDelayMs = 10;
const longestDelayMs = 100;

const waits = new Set<{ readonly find: () => unknown }>();

/**
 * Waits until a function returns something, and returns that. Only the time limit of the test or hook ends a wait that does not
 * succeed, so a slow machine changes no result; `failWaits` then names the condition. A condition that queries the database is
 * checked less and less often, because the queries would take the processor from the work that is awaited.
 */
export async function waitUntil<Value>(
  find: () => Value | Promise<Value>,
): Promise<Exclude<Value, false | null | undefined>> {
  const wait = { find };
  waits.add(wait);
  try {
    for (let delayMs = shortestDelayMs; ; ) {
      const result = find();
      const found = await result;
      if (found) return found as Exclude<Value, false | null | undefined>; // TypeScript narrows no type parameter.
      await delay(delayMs);
      if (!waits.has(wait)) throw new Error('The test has ended.');
      if (result instanceof Promise) delayMs = Math.min(delayMs * 1.2, longestDelayMs);
    }
  } finally {
    waits.delete(wait);
  }
}

/** Ends the waits that a test leaves behind, and throws an error with their conditions. Jest calls it after each test. */
export function failWaits(): void {
  const conditions = [...waits].map(({ find }) => `Waited until ${find}`);
  waits.clear();
  if (conditions.length > 0) throw new Error(conditions.join('\n'));
}
