import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/**
 * The queue's own words in our log. It tells of every job, which is our debugging; failures of jobs we log ourselves. It
 * warns that there are more jobs than connections, which is meant: most of them wait for somebody outside.
 */
export function createQueueLogger(logger: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (meta?.failure === true || meta?.concurrency !== undefined) return;
    switch (level) {
      case 'error':
        return void logger.error({ err: meta?.error }, message);
      case 'warning':
        return void logger.warn(message);
      default:
        return void logger.debug(message);
    }
  });
}
