import { setTimeout as delay } from 'node:timers/promises';
import type { Lifecycle } from '../start/lifecycle.js';

const timeoutMs = 30_000;
/** The plan of the demo tenant allows only a few requests per second. */
const intervalMs = 100;

/** Waits for a condition that should soon become true. */
export async function waitUntil(lifecycle: Lifecycle, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    lifecycle.goOn();
    if (performance.now() > deadline)
      throw new Error('The demo timed out: an expected event did not arrive.');
    await delay(intervalMs);
  }
}
