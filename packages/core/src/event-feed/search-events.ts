import { firstIdAt } from '@parley/database';
import type { Context } from '../context.js';
import type { EventRecord } from '../deliveries/event-record.js';
import type { InvalidParams } from '../domain-error.js';
import { daysBefore } from '../retention/removal.js';
import { type Cursor, writeCursor } from '../search/cursor.js';
import type { Filter } from '../search/filter.js';
import { readFitting } from '../search/page-bytes.js';
import { readRequest } from '../search/parse-request.js';
import { readAfter } from '../search/read-after.js';
import { withinSearch } from '../search/run-search.js';
import { ValidationErrors } from '../validation-errors.js';
import { compileFeed, type FeedRow } from './compile-feed.js';
import { describeFeed, knownTypes } from './describe-feed.js';
import { eventFeed } from './event-feed.js';
import { cursorParts, refuseOtherFeed } from './feed-cursor.js';
import { feedBeginning, isLater, lowestId } from './feed-position.js';

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
  const { tenantId, now, sizes } = context;
  const {
    row,
    records,
    shown: count,
    feedId,
  } = await withinSearch(
    context,
    async ({ lookUp, run }) => {
      const [known] = await lookUp(describeFeed, [tenantId, knownTypes]);
      const feedId = known?.feedId ?? lowestId;
      if (request.cursor !== undefined) refuseOtherFeed(after, feedId, 'cursor');
      const firstId = firstIdAt(daysBefore(now(), known?.days ?? 0));
      const newer = { types: known?.newerTypes ?? [], firstId: firstIdAt(daysBefore(now(), 1)) };
      const fitting = await readFitting(limit, (shown) => {
        const feed = { tenantId, sizes, filter, after, firstId, newer, limit: shown };
        const { sql, parameters } = compileFeed(feed);
        return run<FeedRow>(sql, parameters);
      });
      return { ...fitting, feedId };
    },
    advice,
  );
  const { last } = row;
  const page = records.slice(0, count);
  const hasMore = records.length > count;
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

const beginning: Cursor = { page: 1, values: [feedBeginning.position], id: feedBeginning.id };

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
  return isLater(placeOf(other), placeOf(one)) ? other : one;
}

function placeOf({ values: [position], id }: Cursor) {
  return { position: position ?? feedBeginning.position, id };
}
