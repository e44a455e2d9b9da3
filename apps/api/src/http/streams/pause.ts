/** Waits without keeping the process alive. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

const longestPauseMs = 1_000;

/** Returns the pause after a number of consecutive failures to read a feed. */
export function retryPauseMs(pollMs: number, failures: number): number {
  return Math.min(longestPauseMs, pollMs * 2 ** failures);
}
