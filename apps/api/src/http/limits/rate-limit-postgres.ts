import { relaxedCommit, type Sql, statement } from '@parley/database';
import type { RateLimitStore } from './rate-limit.js';

export interface PostgresStoreOptions {
  readonly sql: Sql;
  /** Called when old windows could not be removed; they are removed in the next minute. */
  readonly onCleanUpFailed: (error: unknown) => void;
}

/** Requests of one tenant that are counted together by one statement. */
interface Batch {
  size: number;
  readonly counted: Promise<number>;
}

/**
 * Exact across all processes that share a database. Requests that arrive while a tenant's count is running are counted
 * together by the next statement, so that a busy tenant's row is not locked once per request.
 */
export function createPostgresStore({ sql, onCleanUpFailed }: PostgresStoreOptions): RateLimitStore {
  const waiting = new Map<string, Batch>();
  const running = new Map<string, Promise<unknown>>();
  let cleanedWindow = 0;

  return {
    async count(tenantId, windowStart) {
      if (windowStart > cleanedWindow) {
        cleanedWindow = windowStart;
        sql(deleteOldWindows, [new Date(windowStart)]).catch(onCleanUpFailed);
      }
      const key = `${tenantId} ${windowStart}`;
      const batch = waiting.get(key) ?? startBatch(key, tenantId, windowStart);
      batch.size += 1;
      const position = batch.size;
      const total = await batch.counted;
      return total - batch.size + position;
    },
  };

  function startBatch(key: string, tenantId: string, windowStart: number): Batch {
    const previous = running.get(key) ?? Promise.resolve();
    const batch: Batch = { size: 0, counted: previous.then(send, send) };
    waiting.set(key, batch);
    return batch;

    async function send(): Promise<number> {
      waiting.delete(key);
      const counting = sql(addToWindow, [tenantId, new Date(windowStart), batch.size]);
      running.set(key, counting);
      try {
        const [row] = await counting;
        if (!row) throw new Error('The rate limit window returned no count.');
        return row.count;
      } finally {
        if (running.get(key) === counting) running.delete(key);
      }
    }
  }
}

/**
 * The commit does not wait for the disk, so other processes wait less for the row. A crash of the database may lose
 * some requests of the minute.
 */
const addToWindow = statement<{ count: number }>(
  'add-to-rate-limit-window',
  `with relaxed as materialized (select ${relaxedCommit})
   insert into rate_limit_windows as w (tenant_id, window_start, count)
   select $1::uuid, $2::timestamptz, $3::int from relaxed
   on conflict (tenant_id, window_start) do update set count = w.count + excluded.count
   returning w.count`,
);

const deleteOldWindows = statement(
  'delete-old-rate-limit-windows',
  `delete from rate_limit_windows where window_start < $1::timestamptz - interval '5 minutes'`,
);
