/**
 * Returns the duration of the shortest of three attempts, or of the first that took less than allowed: other work on the
 * machine can only make an attempt longer.
 */
export async function shortestOfThree(work: () => Promise<unknown>, allowedMs: number): Promise<number> {
  let shortestMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && shortestMs >= allowedMs; tries += 1) {
    const startedAtMs = performance.now();
    await work();
    shortestMs = Math.min(shortestMs, performance.now() - startedAtMs);
  }
  return shortestMs;
}
