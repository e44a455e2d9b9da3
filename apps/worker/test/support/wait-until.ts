import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition; the time limit of the test ends a wait that does not succeed. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(10);
}
