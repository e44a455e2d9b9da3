import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/**
 * Writes the queue's own messages to our log. Its report of every job is logged as debug, and its reports of failed
 * jobs are dropped, because we log failures ourselves. Its warning that there are more jobs than connections is dropped
 * too: most jobs wait for an endpoint and use no connection.
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
