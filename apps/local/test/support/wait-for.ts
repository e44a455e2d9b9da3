import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition. On timeout, the error names the condition, before the test itself times out. */
export async function waitFor(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = 100_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline)
      throw new Error(`Timed out after ${withinMs / 1_000} s waiting for ${what}.`);
    await delay(20);
  }
}
