import { untilAborted } from './sleep.js';

export interface Timeout {
  readonly timeoutMs: number;
  /** Ends the work too, with its own reason. */
  readonly signal: AbortSignal | undefined;
  /** What the work fails with when the time is up. */
  readonly explain: () => Error;
}

/** Ends the work, however it hangs, when the time is up or the signal is given. */
export async function withTimeout<Result>(
  { timeoutMs, signal, explain }: Timeout,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', follow);
  // Longer than a timer can count means for ever.
  const timer = timeoutMs < 2 ** 31 ? setTimeout(() => controller.abort(explain()), timeoutMs) : undefined;
  try {
    return await Promise.race([work(controller.signal), untilAborted(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  }
}
