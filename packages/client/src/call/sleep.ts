/** Waits, or fails with the reason of the signal as soon as it is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return untilAborted(signal, (done) => {
    const timer = setTimeout(done, milliseconds);
    return () => clearTimeout(timer);
  });
}

export function untilAborted(signal: AbortSignal): Promise<never>;
/** Waits for `done`. The function that `start` returns is called when the wait is over, whatever ended it. */
export function untilAborted(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void>;
export async function untilAborted(
  signal: AbortSignal,
  start: (done: () => void) => () => void = () => () => {},
): Promise<void> {
  signal.throwIfAborted();
  let cleanUp = () => {};
  let stop = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      cleanUp = start(resolve);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    cleanUp();
  }
}
