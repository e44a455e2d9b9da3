import { firstIdAt, statement } from '@parley/database';
import type { Context } from '../context.js';
import type { EventRecord } from '../deliveries/event-record.js';
import type { InvalidParams } from '../domain-error.js';
import { eventTypes, legacyEventTypes } from '../events/event-type.js';
import { retentionDaysSql } from '../plans/retention-of.js';
import { daysBefore } from '../retention/removal.js';
import { type Cursor, writeCursor } from '../search/cursor.js';
import type { Filter } from '../search/filter.js';
import { readRequest } from '../search/parse-request.js';
import type { SortKey } from '../search/parse-sort.js';
import { readAfter } from '../search/read-after.js';
import { withinSearch } from '../search/run-search.js';
import { ValidationErrors } from '../validation-errors.js';
import { compileFeed, type FeedRow, feedOrder } from './compile-feed.js';
import { eventFeed } from './event-feed.js';

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
  const { tenantId, now } = context;
  const { entries, last, feedId } = await withinSearch(
    context,
    async ({ lookUp, run }) => {
      const [known] = await lookUp(describeFeed, [tenantId, [...eventTypes, ...legacyEventTypes]]);
      const feedId = known?.feedId ?? lowestId;
      refuseOtherFeed(request, after, feedId);
      const firstId = firstIdAt(daysBefore(now(), known?.days ?? 0));
      const newer = { types: known?.newerTypes ?? [], firstId: firstIdAt(daysBefore(now(), 1)) };
      const { sql, parameters } = compileFeed({ tenantId, filter, after, firstId, newer, limit });
      return { ...(await run<FeedRow>(sql, parameters)), feedId };
    },
    advice,
  );
  const page = entries.slice(0, limit);
  const hasMore = entries.length > limit;
  const shown = page.at(-1);
  const reached = shown ? cursorAt(after, shown.position, shown.event.id) : after;
  const resume = last ? later(reached, cursorAt(after, last.position, last.id)) : reached;
  return {
    records: page.map(({ event }) => event),
    limit,
    nextCursor: hasMore ? write(reached, request, feedId) : null,
    resumeCursor: write(resume, request, feedId),
  };
}

/** Returns the validation errors of such a search without searching. */
export function checkEventSearch(request: EventSearchRequest): InvalidParams {
  const errors = new ValidationErrors();
  readEventSearch(request, errors);
  return errors.invalidParams;
}

const lowestId = '00000000-0000-0000-0000-000000000000';

/** Before the first position, and after the position of test events. */
const beginning: Cursor = { page: 1, values: ['0'], id: lowestId };

const advice =
  'Begin later, by a range of `createdAt`, or narrow it by `eq` on `chatId` or `contactId`. A type of event that the workspace does not have is not found sooner by a smaller `limit`.';

function readEventSearch(
  { query, cursor }: EventSearchRequest,
  errors: ValidationErrors,
): { filter: Filter | undefined; after: Cursor | undefined } {
  const { filter } = readRequest({ query }, eventFeed.fields, errors);
  const search = { table: eventFeed.table, request: { query }, sort: cursorParts };
  return { filter, after: readAfter({ text: cursor, path: 'cursor' }, search, errors) };
}

/** The text of a cursor also names the feed of the installation, because positions of another one mean nothing here. */
const cursorParts: readonly SortKey[] = [
  ...feedOrder,
  { field: { kind: 'id', column: 'id' }, direction: 'asc' },
];

function refuseOtherFeed(
  { cursor }: EventSearchRequest,
  { values: [, ofFeed] }: Cursor,
  feedId: string,
): void {
  if (cursor === undefined || ofFeed === feedId) return;
  const errors = new ValidationErrors();
  errors.add('cursor', 'invalid_string', 'The cursor belongs to another installation');
  errors.throwIfAny();
}

function write(
  { page, values: [position = '0'], id }: Cursor,
  { query }: EventSearchRequest,
  feedId: string,
): string {
  return writeCursor(
    { page, values: [position, feedId], id },
    { table: eventFeed.table, request: { query } },
  );
}

function cursorAt({ page }: Cursor, position: string, id: string): Cursor {
  return { page: page + 1, values: [position], id };
}

/** A replica can be behind the server that a cursor comes from. A reader must not go back. */
function later(one: Cursor, other: Cursor): Cursor {
  const [first, second] = [positionOf(one), positionOf(other)];
  return second > first || (second === first && other.id > one.id) ? other : one;
}

function positionOf({ values: [position] }: Cursor): bigint {
  return BigInt(position ?? 0);
}

/**
 * The retention of the workspace, the feed of the installation, and the types of events that only a newer release knows. The migration of that release
 * adds them to the enumeration before its processes start.
 */
const describeFeed = statement<{ days: number; feedId: string | null; newerTypes: string[] }>(
  'describe-event-feed',
  `select ${retentionDaysSql('tenant', 'events')} as days, (select feed_id from installation) as "feedId",
     array(select label.enumlabel::text from pg_enum label
       where label.enumtypid = 'delivery_event'::regtype and label.enumlabel::text <> all ($2::text[])) as "newerTypes"
   from tenants tenant where tenant.id = $1::uuid`,
);
