import { firstIdAt, statement } from '@parley/database';
import type { Context } from '../context.js';
import type { EventRecord } from '../deliveries/event-record.js';
import type { InvalidParams } from '../domain-error.js';
import { eventTypes } from '../events/event-type.js';
import { retentionDaysSql } from '../plans/retention-of.js';
import { daysBefore } from '../retention/removal.js';
import { compileWhere } from '../search/compile-where.js';
import { type Cursor, writeCursor } from '../search/cursor.js';
import type { Filter } from '../search/filter.js';
import { Keyset } from '../search/keyset.js';
import { rowsAfter } from '../search/page-sql.js';
import type { Parameters } from '../search/parameters.js';
import { readRequest } from '../search/parse-request.js';
import type { SortKey } from '../search/parse-sort.js';
import { planForValues } from '../search/plan-for-values.js';
import { readAfter } from '../search/read-after.js';
import { withinSearch } from '../search/run-search.js';
import { ValidationErrors } from '../validation-errors.js';
import { boundTimes } from './bound-times.js';
import { eventFeed } from './event-feed.js';
import { horizonSql } from './horizon-sql.js';

export interface EventSearchRequest {
  readonly query?: string | undefined;
  /** The `nextCursor` or `resumeCursor` of an earlier page; undefined for the oldest events. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface EventPage {
  readonly records: readonly EventRecord[];
  readonly limit: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** The position after everything that this page and the pages before it contain, even on the last page. */
  readonly resumeCursor: string;
}

/**
 * Returns one page of the feed, oldest first. A reader that follows the cursors sees each event exactly once. Events
 * appear only when no transaction with a lower number runs any more, because such a transaction could still record an
 * event that comes before them.
 */
export async function searchEvents(context: Context, request: EventSearchRequest): Promise<EventPage> {
  const { limit = 10 } = request;
  const errors = new ValidationErrors();
  const { filter, after = beginning } = readEventSearch(request, errors);
  errors.throwIfAny();
  const { entries, horizon } = await withinSearch(context, async ({ lookUp, run }) => {
    const [kept] = await lookUp(findRetention, [context.tenantId]);
    const firstId = firstIdAt(daysBefore(context.now(), kept?.days ?? 0));
    const { sql, parameters } = compileFeed({ tenantId: context.tenantId, filter, after, firstId, limit });
    return run<FeedRow>(sql, parameters);
  });
  const page = entries.slice(0, limit);
  // A newer release runs beside this one and has recorded an event that this release cannot present.
  const unknown = page.findIndex(({ event }) => !eventTypes.includes(event.type));
  const known = unknown < 0 ? page : page.slice(0, unknown);
  const hasMore = unknown < 0 && entries.length > limit;
  const last = known.at(-1);
  const reached = last ? cursorAt(after, last.position, last.event.id) : after;
  const resume = hasMore || unknown >= 0 ? reached : later(reached, cursorAt(after, horizon, lowestId));
  return {
    records: known.map(({ event }) => event),
    limit,
    nextCursor: hasMore ? write(reached, request) : null,
    resumeCursor: write(resume, request),
  };
}

/** Returns the validation errors of such a search without searching. */
export function checkEventSearch(request: EventSearchRequest): InvalidParams {
  const errors = new ValidationErrors();
  readEventSearch(request, errors);
  return errors.invalidParams;
}

interface FeedRow {
  /** One entry more than the page if another page follows. Positions are texts, since they exceed safe integers. */
  readonly entries: readonly { readonly position: string; readonly event: EventRecord }[];
  readonly horizon: string;
}

interface Feed {
  readonly tenantId: string;
  readonly filter: Filter | undefined;
  readonly after: Cursor;
  /** The first id that the retention of the workspace keeps. It determines the partitions that are read. */
  readonly firstId: string;
  readonly limit: number;
}

const feedOrder: readonly SortKey[] = [{ field: { kind: 'number', column: 'position' }, direction: 'asc' }];

const lowestId = '00000000-0000-0000-0000-000000000000';

/** Before the first position, and after the position of test events. */
const beginning: Cursor = { page: 1, values: ['0'], id: lowestId };

function compileFeed({ tenantId, filter, after, firstId, limit }: Feed): {
  sql: string;
  parameters: Parameters;
} {
  const { table, recordOf } = eventFeed;
  const { scope, where } = compileWhere(eventFeed, { filter, text: '' }, tenantId);
  const { parameters } = scope;
  const keyset = new Keyset(feedOrder, table, { canMiss: false });
  const conditions = [
    where,
    `${table}.id >= ${parameters.add(firstId, 'uuid')}`,
    `${table}.position < (select position from horizon)`,
    ...boundTimes(filter, scope),
  ];
  // One row more than the page shows whether another page follows.
  const rows = {
    table,
    where: conditions.join(' and '),
    orderBy: keyset.orderBy,
    limit: parameters.add(limit + 1, 'bigint'),
  };
  const sql = `with horizon as materialized (${horizonSql}),
    page as materialized (${rowsAfter(rows, keyset.after(after, parameters))})
    select (select position::text from horizon) as horizon,
      (select coalesce(json_agg(json_build_object('position', page.position::text, 'event', ${recordOf('page')})), '[]'::json)
        from page) as entries
    where ${planForValues(parameters)}`;
  return { sql, parameters };
}

function readEventSearch(
  { query, cursor }: EventSearchRequest,
  errors: ValidationErrors,
): { filter: Filter | undefined; after: Cursor | undefined } {
  const { filter } = readRequest({ query }, eventFeed.fields, errors);
  const search = { table: eventFeed.table, request: { query }, sort: feedOrder };
  return { filter, after: readAfter({ text: cursor, path: 'cursor' }, search, errors) };
}

function write(cursor: Cursor, { query }: EventSearchRequest): string {
  return writeCursor(cursor, { table: eventFeed.table, request: { query } });
}

function cursorAt({ page }: Cursor, position: string, id: string): Cursor {
  return { page: page + 1, values: [position], id };
}

/** A replica can be behind the server that a cursor comes from. A reader must not go back. */
function later(one: Cursor, other: Cursor): Cursor {
  return positionOf(other) > positionOf(one) ? other : one;
}

function positionOf({ values: [position] }: Cursor): bigint {
  return BigInt(position ?? 0);
}

const findRetention = statement<{ days: number }>(
  'find-event-retention',
  `select ${retentionDaysSql('tenant', 'events')} as days from tenants tenant where tenant.id = $1::uuid`,
);
