import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition; the test's own time limit ends a wait in vain. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(10);
}
