/** What has been started, and how it ends. */
export interface Lifecycle {
  /** Remembers how to stop something that was just started; throws when the end was asked for meanwhile. */
  started(stop: () => Promise<void>): void;
  /** To be called while waiting; throws when the end was asked for. */
  goOn(): void;
  /** Runs the start, and when it fails stops what it had started. */
  run(start: () => Promise<void>): Promise<void>;
  /** Stops everything, the last first. */
  stop(): Promise<void>;
}

/** npm repeats the signal that the terminal has already sent; only a later one is a second wish. */
const sameSignalMs = 500;

/** Ends the process in order on Ctrl-C or SIGTERM; a second Ctrl-C calls `force` and ends it at once. */
export function createLifecycle(force: () => void): Lifecycle {
  const stops: (() => Promise<void>)[] = [];
  let starting = Promise.resolve();
  let askedAt: number | undefined;
  let stopping: Promise<void> | undefined;

  const stop = () => {
    stopping ??= stopAll(stops);
    return stopping;
  };

  const goOn = () => {
    if (askedAt !== undefined) throw new StoppedError();
  };

  const onSignal = async () => {
    if (askedAt !== undefined && performance.now() - askedAt < sameSignalMs) return;
    if (askedAt !== undefined) {
      force();
      process.exit(130);
    }
    askedAt = performance.now();
    console.log('\nStopping …');
    await starting.catch(() => undefined);
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The process that watches over this one is gone.
  process.on('disconnect', onSignal);

  return {
    started(stopIt) {
      stops.push(stopIt);
      goOn();
    },
    goOn,
    stop,
    async run(start) {
      starting = start();
      try {
        await starting;
      } catch (error) {
        // The signal's own handler stops everything.
        if (error instanceof StoppedError) return;
        await stop();
        throw error;
      }
    },
  };
}

/** The end was asked for while something was still starting. */
class StoppedError extends Error {}

async function stopAll(stops: (() => Promise<void>)[]): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}
