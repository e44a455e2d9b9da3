import { untilAborted } from './sleep.js';

export interface Timeout {
  readonly timeoutMs: number;
  /** A signal that also aborts the work, with its own reason. */
  readonly signal: AbortSignal | undefined;
  /** Creates the error that the work fails with after the timeout. */
  readonly explain: () => Error;
}

/** While the clock is stopped, no time passes. */
export interface Clock {
  /** The deadline, in milliseconds as of `performance.now`. */
  deadline: number;
  start(): void;
  stop(): void;
}

/** Aborts the work after the timeout or when the signal is aborted, even if the work hangs. */
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
      clock.deadline = performance.now() + leftMs;
      // The maximum of a timer; a longer timeout means no timeout.
      if (leftMs < 2 ** 31) timer = setTimeout(ring, leftMs);
    },
    stop() {
      clearTimeout(timer);
      leftMs = clock.deadline - performance.now();
    },
  };
  clock.start();
  return clock;
}
