import { relaxedCommit, type Sql, type Statement, statement } from '@parley/database';
import type { PartWindowStore, WindowOwner, WindowStore } from './window-store.js';

export interface PostgresWindowsOptions {
  readonly sql: Sql;
  readonly table: WindowTable;
  /** Called when old windows could not be removed; the next minute tries again. */
  readonly onCleanUpFailed: (error: unknown) => void;
}

interface WindowTable {
  readonly add: Statement<{ count: number }>;
  readonly deleteOld: Statement<unknown>;
}

/** The requests of one owner that the next statement will count together. */
interface Batch {
  size: number;
  readonly counted: Promise<number>;
}

/**
 * Counts requests in the database. The count is exact over all processes on one database. Requests that arrive while a
 * statement counts for the same owner are counted together by the next statement, so that the row of a busy owner is
 * not locked once for each request.
 */
export function createPostgresWindows({ sql, table, onCleanUpFailed }: PostgresWindowsOptions): WindowStore {
  const waiting = new Map<string, Batch>();
  const running = new Map<string, Promise<unknown>>();
  let cleanedWindow = 0;

  return {
    async count(owner, windowStart, amount = 1) {
      if (windowStart !== cleanedWindow) {
        cleanedWindow = windowStart;
        sql(table.deleteOld, [new Date(windowStart)]).catch(onCleanUpFailed);
      }
      const key = `${owner.join(' ')} ${windowStart}`;
      const batch = waiting.get(key) ?? startBatch(key, owner, windowStart);
      batch.size += amount;
      const position = batch.size;
      const total = await batch.counted;
      return total - batch.size + position;
    },
  };

  function startBatch(key: string, owner: WindowOwner, windowStart: number): Batch {
    const previous = running.get(key) ?? Promise.resolve();
    const batch: Batch = { size: 0, counted: previous.then(send, send) };
    waiting.set(key, batch);
    return batch;

    async function send(): Promise<number> {
      waiting.delete(key);
      const counting = sql(table.add, [new Date(windowStart), batch.size, ...owner]);
      running.set(key, counting);
      try {
        const [row] = await counting;
        if (!row) throw new Error('The window returned no count.');
        return row.count;
      } finally {
        if (running.get(key) === counting) running.delete(key);
      }
    }
  }
}

/**
 * The commit does not wait for the disk, and so other processes wait less for the row. A crash of the database may lose
 * some counts of the minute.
 */
export const requestWindows: WindowTable = {
  add: statement<{ count: number }>(
    'add-to-rate-limit-window',
    `with relaxed as materialized (select ${relaxedCommit})
     insert into rate_limit_windows as w (tenant_id, window_start, count)
     select $3::uuid, $1::timestamptz, $2::int from relaxed
     on conflict (tenant_id, window_start) do update set count = w.count + excluded.count
     returning w.count`,
  ),
  deleteOld: statement(
    'delete-old-rate-limit-windows',
    `delete from rate_limit_windows where window_start < $1::timestamptz - interval '5 minutes'`,
  ),
};

/** Adds the largest count of the channels of a tenant to the store of inbound messages. */
export function withLargestInbound(store: WindowStore, sql: Sql): PartWindowStore {
  return {
    ...store,
    async findLargest(tenantId, windowStart) {
      const [row] = await sql(findLargestInboundWindow, [tenantId, new Date(windowStart)]);
      return row?.count ?? 0;
    },
  };
}

const findLargestInboundWindow = statement<{ count: number }>(
  'find-largest-inbound-window',
  `select coalesce(max(count), 0) as count from inbound_windows
   where tenant_id = $1::uuid and window_start = $2::timestamptz`,
);

const deleteOldInboundWindows = statement(
  'delete-old-inbound-windows',
  `delete from inbound_windows where window_start < $1::timestamptz - interval '5 minutes'`,
);

/** The messages that each channel has received. */
export const inboundWindows: WindowTable = {
  add: statement<{ count: number }>(
    'add-to-inbound-window',
    `with relaxed as materialized (select ${relaxedCommit})
     insert into inbound_windows as w (tenant_id, channel_id, window_start, count)
     select $3::uuid, $4::uuid, $1::timestamptz, $2::int from relaxed
     on conflict (tenant_id, channel_id, window_start) do update set count = w.count + excluded.count
     returning w.count`,
  ),
  deleteOld: deleteOldInboundWindows,
};

/** The statuses that each channel has received, in the same rows. */
export const statusWindows: WindowTable = {
  add: statement<{ count: number }>(
    'add-statuses-to-inbound-window',
    `with relaxed as materialized (select ${relaxedCommit})
     insert into inbound_windows as w (tenant_id, channel_id, window_start, count, statuses)
     select $3::uuid, $4::uuid, $1::timestamptz, 0, $2::int from relaxed
     on conflict (tenant_id, channel_id, window_start) do update set statuses = w.statuses + excluded.statuses
     returning w.statuses as count`,
  ),
  deleteOld: deleteOldInboundWindows,
};
