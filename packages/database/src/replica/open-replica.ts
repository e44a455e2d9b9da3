import pg from 'pg';
import { beginOfSearch, sqlWithTimeout } from '../connections/search-connections.js';
import { startupOptions, takeOptions } from '../connections/session-settings.js';
import type { Database, RowScope } from '../database.js';
import { databaseInScope } from '../row-scope/database-in-scope.js';
import { sqlOn } from '../sql.js';
import { type ReplicaProblem, watchReplica } from './watch-replica.js';

export interface ReplicaOptions {
  /** A streaming replica of the database. */
  readonly url: string;
  /** A replica that is further behind is not used. */
  readonly maxLagMs: number;
  /** Called with the problem when reads must use the primary, and with undefined when they may use the replica. */
  readonly onChange: (problem: ReplicaProblem | undefined) => void;
}

export interface Replica {
  /** The database for reads that may lag: its statements and searches run on the replica, everything else on the primary. */
  readonly database: Database;
  /** Whether the replica can be reached and is not too far behind. */
  isUsable(): boolean;
  /** Whether the replica has replayed the log of the primary up to this position. */
  hasReplayed(position: bigint): boolean;
  lagMs(): number;
  /** Reads use the primary until the replica has been reached again. */
  lose(err: unknown): void;
  close(): Promise<void>;
}

/** How long a read may take on the replica. After this time, it runs on the primary. */
const connectMs = 1_000;
const readMs = 2_000;

/**
 * Connects to a replica in the same way as to the primary: with settings of the session, or with the settings of the
 * role if a pooler is in front of the primary.
 */
export function openReplica(database: Database, { url, maxLagMs, onChange }: ReplicaOptions): Replica {
  const { pool, searches } = database;
  const { options } = pool.options;
  const { url: bareUrl, given } = takeOptions(url);
  const own = {
    connectionString: options === undefined ? url : bareUrl,
    connectionTimeoutMillis: connectMs,
  };
  const readPool = new pg.Pool({
    ...pool.options,
    ...own,
    query_timeout: readMs,
    // Otherwise the replica would finish a statement that nobody waits for. The last value of a setting applies. With a
    // pooler, the limit of the role applies.
    ...(options !== undefined && {
      options: `${given} ${options} ${startupOptions({ statement_timeout: `${readMs}ms` })}`,
    }),
  });
  const searchPool = new pg.Pool({
    ...searches.pool.options,
    ...own,
    query_timeout: searches.timeoutMs + readMs,
    ...(options !== undefined && { options: `${given} ${searches.pool.options.options}` }),
  });
  // These connections are separate from the connections of requests. Otherwise a busy process would think that its
  // replica is behind.
  const watchedPrimary = new pg.Pool({ ...pool.options, max: 1, query_timeout: readMs });
  const watchedReplica = new pg.Pool({ ...readPool.options, max: 1 });
  const watch = watchReplica({
    primary: sqlOn(watchedPrimary),
    replica: sqlOn(watchedReplica),
    maxLagMs,
    onChange,
  });
  const pools = [readPool, searchPool, watchedPrimary, watchedReplica];
  for (const opened of pools) {
    opened.on('error', watch.lose);
    opened.on('connect', (client) => {
      client.on('error', () => undefined);
      database.slowStatements.watch(client);
    });
  }
  const hasOwnSettings = options !== undefined;
  const beginSearch = beginOfSearch(hasOwnSettings ? undefined : searches.timeoutMs);
  // The prototype passes on everything else, such as Prisma's client, which is only created when it is used.
  const view: Database = Object.create(database, {
    sql: { value: sqlOn(readPool) },
    searches: {
      value: {
        ...searches,
        pool: searchPool,
        sql: hasOwnSettings ? sqlOn(searchPool) : sqlWithTimeout(searchPool, searches.timeoutMs),
      },
    },
    ...(database.inScope && {
      inScope: { value: (scope: RowScope) => databaseInScope(view, { pool: readPool, beginSearch }, scope) },
    }),
  });
  return {
    database: view,
    isUsable: watch.isUsable,
    hasReplayed: watch.hasReplayed,
    lagMs: watch.lagMs,
    lose: watch.lose,
    async close() {
      await watch.stop();
      await Promise.all(pools.map((opened) => opened.end()));
    },
  };
}
