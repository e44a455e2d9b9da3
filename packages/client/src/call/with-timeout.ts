import { untilAborted } from './sleep.js';

export interface Timeout {
  readonly timeoutMs: number;
  /** Ends the work too, with its own reason. */
  readonly signal: AbortSignal | undefined;
  /** What the work fails with when the time is up. */
  readonly explain: () => Error;
}

/** While it is stopped, no time goes by. */
export interface Clock {
  /** When the time is up, as `Date.now` counts. */
  deadline: number;
  start(): void;
  stop(): void;
}

/** Ends the work, however it hangs, when the time is up or the signal is given. */
export async function withTimeout<Result>(
  { timeoutMs, signal, explain }: Timeout,
  work: (signal: AbortSignal, clock: Clock) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', follow);
  const clock = startClock(timeoutMs, () => controller.abort(explain()));
  try {
    return await Promise.race([work(controller.signal, clock), untilAborted(controller.signal)]);
  } finally {
    clock.stop();
    signal?.removeEventListener('abort', follow);
  }
}

function startClock(timeoutMs: number, ring: () => void): Clock {
  let leftMs = timeoutMs;
  let timer: ReturnType<typeof setTimeout>;
  const clock = {
    deadline: 0,
    start() {
      clock.deadline = Date.now() + leftMs;
      // Longer than a timer can count means for ever.
      if (leftMs < 2 ** 31) timer = setTimeout(ring, leftMs);
    },
    stop() {
      clearTimeout(timer);
      leftMs = clock.deadline - Date.now();
    },
  };
  clock.start();
  return clock;
}
