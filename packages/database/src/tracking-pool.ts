import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** The connection on which a transaction of Prisma's client runs. */
export interface TrackedConnection {
  client?: pg.PoolClient;
}

const trackedConnections = new AsyncLocalStorage<TrackedConnection>();
let tracking = 0;

/**
 * Records the first connection that is acquired inside `work`.
 *
 * Node 20: while a storage is enabled, each promise of the process costs about three times as much CPU, so the storage is
 * enabled only while something is tracked.
 */
export async function trackConnection<Result>(
  tracked: TrackedConnection,
  work: () => Promise<Result>,
): Promise<Result> {
  tracking += 1;
  try {
    return await trackedConnections.run(tracked, work);
  } finally {
    tracking -= 1;
    if (tracking === 0) trackedConnections.disable();
  }
}

/**
 * A pool that records which connection Prisma acquires for a transaction, so that our own statements run on it too.
 * Through `$queryRaw` of Prisma they would cost twice as much CPU, and their values would have other types.
 */
export class TrackingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    return super.connect().then((client) => {
      const tracked = trackedConnections.getStore();
      if (tracked) tracked.client ??= client;
      return client;
    });
  }
}
