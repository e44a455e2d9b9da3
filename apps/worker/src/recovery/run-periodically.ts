import type { Logger } from 'pino';

export type Stop = () => Promise<void>;

/** Runs `work` at an interval, never twice at once. Returns a function that stops it and waits for a run in progress. */
export function runPeriodically(
  intervalMs: number,
  work: () => Promise<void>,
  { logger, name }: { logger: Logger; name: string },
): Stop {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((err: unknown) => logger.error({ err }, `${name} failed and will be repeated`))
      .finally(() => {
        running = undefined;
      });
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
