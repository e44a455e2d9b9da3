import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition, and fails after a deadline. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not true within ${timeoutMs} ms: ${condition}`);
    await delay(20);
  }
}
