/** Keeps track of what has been started and how to stop it. */
export interface Lifecycle {
  /** Registers the function that stops what was just started; throws if a stop was requested in the meantime. */
  started(stop: () => Promise<void>): void;
  /** Call it while waiting; throws if a stop was requested. */
  goOn(): void;
  /** Runs the start function. If it fails, stops what was started. */
  run(start: () => Promise<void>): Promise<void>;
  /** Stops everything in reverse order. */
  stop(): Promise<void>;
}

/** npm repeats the signal that the terminal has already sent; only a later one counts as a second Ctrl-C. */
const sameSignalMs = 500;

/** Stops the process gracefully on Ctrl-C or SIGTERM; a second Ctrl-C calls `force` and ends it at once. */
export function createLifecycle(force: () => void): Lifecycle {
  const stops: (() => Promise<void>)[] = [];
  let starting = Promise.resolve();
  let requestedAt: number | undefined;
  let stopping: Promise<void> | undefined;

  const stop = () => {
    stopping ??= stopAll(stops);
    return stopping;
  };

  const goOn = () => {
    if (requestedAt !== undefined) throw new StoppedError();
  };

  const onSignal = async () => {
    if (requestedAt !== undefined && performance.now() - requestedAt < sameSignalMs) return;
    if (requestedAt !== undefined) {
      force();
      process.exit(130);
    }
    requestedAt = performance.now();
    console.log('\nStopping …');
    await starting.catch(() => undefined);
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The parent process has ended. That is no second Ctrl-C: a terminal sends the first one to both.
  process.on('disconnect', () => {
    if (requestedAt === undefined) onSignal();
  });

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
        // The handler of the signal stops everything.
        if (error instanceof StoppedError) return;
        await stop();
        throw error;
      }
    },
  };
}

/** A stop was requested while something was still starting. */
class StoppedError extends Error {}

async function stopAll(stops: (() => Promise<void>)[]): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}
