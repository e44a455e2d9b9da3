import { type Database, dropPartitions, findFilledDefaults, makePartitions } from '@parley/database';
import type { Logger } from 'pino';

export interface PartitionMaintenance {
  readonly database: Pick<Database, 'pool'>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Partitions whose rows are all older than this are dropped. */
  readonly before: Date;
}

/** Creates the partitions of the coming weeks and drops those that have expired. */
export function maintainPartitions(options: PartitionMaintenance): Promise<void> {
  const { database, logger, now, before } = options;
  return withClient(database, async (client) => {
    // A row of the next weeks in a default partition makes creating a partition fail, so the warning comes first.
    const filled = await findFilledDefaults(client);
    if (filled.length > 0)
      logger.warn({ filled }, 'default partitions have rows, which never expire; move or delete them');
    const made = await makePartitions(client, now());
    if (made.length > 0) logger.info({ made }, 'partitions were made');
    const { dropped, kept } = await dropPartitions(client, before);
    if (dropped.length > 0) logger.info({ dropped }, 'expired partitions were dropped');
    if (kept.length > 0)
      logger.warn(
        { kept },
        'expired partitions are in use or have unfinished deliveries, and are kept for now',
      );
  });
}

/** A worker that was off for weeks creates partitions before it writes. If that fails, the maintenance tries again. */
export async function makePartitionsAtStart({
  database,
  logger,
  now,
}: Omit<PartitionMaintenance, 'before'>): Promise<void> {
  await withClient(database, (client) => makePartitions(client, now())).catch((err: unknown) =>
    logger.error({ err }, 'partitions could not be created; maintenance will try again'),
  );
}

type Client = Parameters<typeof makePartitions>[0];

/** A connection is closed after a failure, because its transaction may not have ended. */
async function withClient<Result>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
