import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition, and fails if it is not met in time. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`The condition was not met: ${condition}`);
    await delay(10);
  }
}
