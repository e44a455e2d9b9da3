import { setTimeout as delay } from 'node:timers/promises';

/** Repeats `look` until it returns a value. */
export async function waitFor<T>(
  what: string,
  timeoutMs: number,
  ask: () => Promise<T | undefined | false>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const response = await ask();
    if (response !== undefined && response !== false) return response;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}, without success.`);
    await delay(20);
  }
}
