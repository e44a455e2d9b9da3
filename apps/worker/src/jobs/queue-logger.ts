import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/**
 * Writes the queue's own messages to our log. The queue reports every job, which we log as debug; failures of jobs we log
 * ourselves. Its warning that there are more jobs than connections is dropped: most jobs wait for an endpoint and use none.
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
