import type { Context } from '../context.js';
import type { EventRecord } from '../deliveries/event-record.js';
import { compileWhere } from '../search/compile-where.js';
import type { Cursor } from '../search/cursor.js';
import type { Filter } from '../search/filter.js';
import { Keyset } from '../search/keyset.js';
import { type BoundedRecords, boundedColumns } from '../search/page-bytes.js';
import { rowsAfter } from '../search/page-sql.js';
import type { Parameters } from '../search/parameters.js';
import type { SortKey } from '../search/parse-sort.js';
import { planForValues } from '../search/plan-for-values.js';
import { boundTimes } from './bound-times.js';
import { eventFeed } from './event-feed.js';
import { horizonSql } from './horizon-sql.js';

export interface Feed extends Pick<Context, 'tenantId' | 'sizes'> {
  readonly filter: Filter | undefined;
  readonly after: Cursor;
  /** The first id that the retention of the workspace keeps. It determines the partitions that are read. */
  readonly firstId: string;
  readonly newer: NewerTypes;
  readonly limit: number;
}

/** The types that only a newer release can present. */
export interface NewerTypes {
  readonly types: readonly string[];
  /** Events with these types and lower ids are skipped: the newer release was rolled back. */
  readonly firstId: string;
}

interface FeedEntry {
  /** A text, since positions exceed safe integers. */
  readonly position: string;
  readonly event: EventRecord;
}

/** The records are those of the page, and one more if another page follows. */
export interface FeedRow extends BoundedRecords<readonly FeedEntry[]> {
  /** The last event of the workspace in the feed, whatever the filter; null if there is none or another page follows. */
  readonly last: { readonly position: string; readonly id: string } | null;
}

export const feedOrder: readonly SortKey[] = [
  { field: { kind: 'number', column: 'position' }, direction: 'asc' },
];

export function compileFeed(feed: Feed): { sql: string; parameters: Parameters } {
  const { filter, after, firstId, newer, limit } = feed;
  const { table, recordOf } = eventFeed;
  const { scope, where } = compileWhere(eventFeed, { filter, text: '' }, feed);
  const { tenant, parameters } = scope;
  const keyset = new Keyset(feedOrder, table, { canMiss: false });
  const { page, values, id } = after;
  const cursor = keyset.after({ page, values: values.slice(0, feedOrder.length), id }, parameters);
  const isKept = `${table}.id >= ${parameters.add(firstId, 'uuid')}`;
  const isFinal = `${table}.position < (select position from feed_end)`;
  // One row more than the page shows whether another page follows.
  const rows = {
    table,
    where: [where, isKept, isFinal, ...boundTimes(filter, scope)].join(' and '),
    orderBy: keyset.orderBy,
    limit: parameters.add(limit + 1, 'bigint'),
  };
  const ends = [`(${horizonSql})`];
  if (newer.types.length > 0) ends.push(`(${firstNewer(newer, { tenant, cursor, parameters })})`);
  const sql = `with feed_end as materialized (select least(${ends.join(', ')}) as position),
    page as materialized (${rowsAfter(rows, cursor)}),
    last as materialized (
      select position::text as position, id from ${table}
      where tenant_id = ${tenant} and position >= 0 and ${isKept} and ${isFinal} and (select count(*) from page) < ${rows.limit}
      order by ${table}.position desc, ${table}.id desc limit 1
    ), list as materialized (
      select coalesce(json_agg(json_build_object('position', page.position::text, 'event', ${recordOf('page')})), '[]'::json)
        as records from page
    )
    select (select row_to_json(last) from last) as last, ${boundedColumns('list.records', limit)}
    from list where ${planForValues(parameters)}`;
  return { sql, parameters };
}

interface NewerScope {
  readonly tenant: string;
  readonly cursor: readonly string[];
  readonly parameters: Parameters;
}

/** The position of the first event after the cursor that only a newer release can present, as a query. */
function firstNewer({ types, firstId }: NewerTypes, { tenant, cursor, parameters }: NewerScope): string {
  const { table } = eventFeed;
  return `select min(${table}.position) from ${table}
    where ${table}.tenant_id = ${tenant} and ${table}.type = any (${parameters.add(types, 'text[]')})
      and ${table}.id >= ${parameters.add(firstId, 'uuid')} and (${cursor.join(' or ')})`;
}
