import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition; an error says what was waited for, before the test itself runs out of time. */
export async function waitFor(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = 100_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs / 1_000} s in vain for ${what}.`);
    await delay(20);
  }
}
