import { setTimeout as delay } from 'node:timers/promises';
import type { Lifecycle } from '../start/lifecycle.js';

const patienceMs = 30_000;

/** Waits for something that follows by itself within moments. */
export async function waitUntil(lifecycle: Lifecycle, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isTrue())) {
    lifecycle.goOn();
    if (performance.now() > deadline)
      throw new Error('The demo waited in vain for what should have come next.');
    await delay(10);
  }
}
