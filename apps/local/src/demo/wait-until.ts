import { setTimeout as delay } from 'node:timers/promises';
import type { Lifecycle } from '../start/lifecycle.js';

const patienceMs = 30_000;
/** The plan of the demo tenant allows some requests in a second, and no more. */
const intervalMs = 100;

/** Waits for something that follows by itself within moments. */
export async function waitUntil(lifecycle: Lifecycle, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isTrue())) {
    lifecycle.goOn();
    if (performance.now() > deadline)
      throw new Error('The demo waited in vain for what should have come next.');
    await delay(intervalMs);
  }
}
