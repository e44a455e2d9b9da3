import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition, and fails when it does not come about. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`It did not come about: ${condition}`);
    await delay(10);
  }
}
