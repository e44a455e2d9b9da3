import { setTimeout as delay } from 'node:timers/promises';

const shortestDelayMs = 10;
const longestDelayMs = 100;

/**
 * Waits for a condition; the time limit of the test ends a wait that does not succeed. A condition that queries the
 * database is checked less and less often, because the queries would take the processor from the work that is awaited.
 */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  let delayMs = shortestDelayMs;
  for (;;) {
    const result = isTrue();
    if (await result) return;
    await delay(delayMs);
    if (typeof result !== 'boolean') delayMs = Math.min(delayMs * 1.2, longestDelayMs);
  }
}
