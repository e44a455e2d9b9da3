import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

const againAfterMs = [100, 500, 2_000, 5_000, 10_000];

/** Leases outlast an attempt by at least this. */
export const patienceMs = againAfterMs.reduce((sum, ms) => sum + ms);

/** Writes down what has happened outside and is known nowhere else, also when the database is away for a moment. */
export async function recordWithPatience<Result>(
  logger: Logger,
  record: () => Promise<Result>,
): Promise<Result> {
  for (const waitMs of againAfterMs) {
    try {
      return await record();
    } catch (err) {
      logger.warn({ err }, 'an outcome could not be recorded; trying again');
      await delay(waitMs);
    }
  }
  return record();
}
