import { firstIdAt, type Sql, statement } from '@parley/database';
import type { EventRecord } from '../deliveries/event-record.js';
import { eventTypes } from '../events/event-type.js';
import { daysBefore } from '../retention/removal.js';
import { jsonObject } from '../sql/json.js';
import { knownTypes, newerTypesSql } from './describe-feed.js';
import { eventFeed } from './event-feed.js';
import { type FeedPosition, feedBeginning } from './feed-position.js';
import { fittingSql } from './fitting-sql.js';
import { horizonSql } from './horizon-sql.js';

/** A workspace whose feed is followed, and how far it was read. */
export interface FollowedFeed {
  readonly tenantId: string;
  readonly after: FeedPosition;
  readonly retentionDays: number;
}

export interface FollowOptions {
  readonly now: Date;
  /** The events of each feed that one call reads, with those that the filter leaves out. */
  readonly limit: number;
  /** The bytes of the data that one call returns of each feed. A larger event is returned alone. */
  readonly maxBytes: number;
  /** The types of events to return. Default is all. */
  readonly types?: readonly string[] | undefined;
}

export interface FollowedPage {
  /** The feeds that have new events. */
  readonly found: readonly FollowedEvents[];
  /**
   * The position before which the feeds were read. It can be lower than that of an earlier statement, which has left out a
   * transaction of another database.
   */
  readonly end: string;
}

/** The events that were added to a feed. */
export interface FollowedEvents {
  readonly tenantId: string;
  readonly events: readonly PlacedEvent[];
  /** After the last event that was read, also if the filter leaves it out. */
  readonly reached: FeedPosition;
  /** Whether further events may follow at once. */
  readonly hasMore: boolean;
}

export interface PlacedEvent {
  readonly at: FeedPosition;
  readonly event: EventRecord;
}

/**
 * Reads what follows in the feeds of some workspaces, in one statement. A feed without new events is left out. A filter does
 * not make the statement more expensive: it reads as many events with a rare type as with all types.
 */
export async function followEvents(
  sql: Sql,
  feeds: readonly FollowedFeed[],
  { now, limit, maxBytes, types = eventTypes }: FollowOptions,
): Promise<FollowedPage> {
  const rows = await sql(follow, [
    feeds.map(({ tenantId }) => tenantId),
    feeds.map(({ after }) => after.position),
    feeds.map(({ after }) => after.id),
    feeds.map(({ retentionDays }) => firstIdAt(daysBefore(now, retentionDays))),
    limit,
    types,
    knownTypes,
    firstIdAt(daysBefore(now, 1)),
    maxBytes,
  ]);
  const starts = new Map(feeds.map(({ tenantId, after }) => [tenantId, after]));
  const found = rows
    .filter(isFound)
    .map((row) => endBeforeNewer(row, starts.get(row.tenantId) ?? feedBeginning));
  return { found, end: rows[0]?.end ?? feedBeginning.position };
}

/** Everything but the end is null in the only row of a statement that has found nothing. */
interface FollowedRow {
  readonly end: string;
  readonly tenantId: string | null;
  readonly hasMore: boolean | null;
  readonly position: string | null;
  readonly id: string | null;
  readonly entries: readonly Entry[] | null;
}

type FoundRow = { readonly [Column in keyof FollowedRow]: NonNullable<FollowedRow[Column]> };

function isFound(row: FollowedRow): row is FoundRow {
  return row.tenantId !== null;
}

interface Entry {
  readonly position: string;
  readonly id: string;
  /** Null for an event that only a newer release can present. */
  readonly event: EventRecord | null;
}

/** An event that only a newer release can present ends the feed, so that its reader does not miss it. */
function endBeforeNewer(row: FoundRow, after: FeedPosition): FollowedEvents {
  const { tenantId, hasMore, position, id, entries } = row;
  const events: PlacedEvent[] = [];
  for (const { event, ...at } of entries) {
    // The events before it that the filter leaves out are read again.
    if (event === null) return { tenantId, events, reached: events.at(-1)?.at ?? after, hasMore: false };
    events.push({ at, event });
  }
  return { tenantId, events, reached: { position, id }, hasMore };
}

/** The data of the other events is not read. */
const isWanted = 'event.type = any ($6::text[])';

const isNewer = `event.type = any (array(select unnest(types) from newer)) and event.id >= $8::uuid`;

const entry = jsonObject<Entry>({
  position: 'event.position::text',
  id: 'event.id',
  event: `case when ${isNewer} then null else ${eventFeed.recordOf('event')} end`,
});

/**
 * The events after the place of a feed. Test events have a negative position, and `greatest` leaves them out. With a condition
 * `position >= 0`, the planner would take the positions for a narrow range, and read and sort all later events for each page.
 */
const following = `select event.* from events event
  where event.tenant_id = feed.tenant_id and event.id >= feed.first_id
    and (event.position, event.id) > (greatest(feed.position, 0), feed.id)
    and event.position < (select position from feed_end)
  order by event.position, event.id limit $5::bigint`;

/**
 * Each feed is one index scan for each partition that its retention needs. The last event of the page is the new position.
 * If nothing was found, one row has only the end.
 */
const follow = statement<FollowedRow>(
  'follow-events',
  `with feed_end as materialized (${horizonSql}),
     newer as materialized (select ${newerTypesSql('$7::text[]')} as types)
   select feed_end.position::text as "end", page.*
   from feed_end left join (
     select feed.tenant_id as "tenantId", page.*
     from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[]) as feed(tenant_id, position, id, first_id)
     cross join lateral (
       select count(*) >= $5::bigint or not bool_and(event.fits) as "hasMore",
         (array_agg(event.position::text order by event.position desc, event.id desc) filter (where event.fits))[1] as position,
         (array_agg(event.id order by event.position desc, event.id desc) filter (where event.fits))[1] as id,
         coalesce(json_agg(${entry} order by event.position, event.id) filter (where event.fits and (${isNewer}
           or ${isWanted} and ${eventFeed.isVisible?.('event', 'feed.tenant_id')})), '[]'::json) as entries
       from (${fittingSql(following, { isWanted, maxBytes: '$9::bigint' })}
       ) event
       having count(*) > 0
     ) page
   ) page on true`,
);
