import type { Logger } from 'pino';

/** Does something again and again, never twice at once; gives how to end it, which waits for what is running. */
export function every(
  intervalMs: number,
  work: () => Promise<void>,
  { logger, name }: { logger: Logger; name: string },
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((err: unknown) => logger.error({ err }, `${name} failed and will be done again`))
      .finally(() => {
        running = undefined;
      });
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
