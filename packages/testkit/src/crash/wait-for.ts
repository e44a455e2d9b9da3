import { setTimeout as delay } from 'node:timers/promises';

/** Resolves with the first value that is not undefined. An error counts as "not yet". */
export async function waitFor<Value>(
  what: string,
  find: () => Promise<Value | undefined> | Value | undefined,
  timeoutMs: number,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  let trouble: unknown;
  while (performance.now() < deadline) {
    try {
      const value = await find();
      if (value !== undefined) return value;
    } catch (error) {
      trouble = error;
    }
    await delay(50);
  }
  const reason = trouble instanceof Error ? ` (${trouble.message})` : '';
  throw new Error(`Timed out after ${timeoutMs / 1_000} s: ${what}${reason}.`);
}
