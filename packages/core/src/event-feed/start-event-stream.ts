import { firstIdAt, statement } from '@parley/database';
import type { Context } from '../context.js';
import { daysBefore } from '../retention/removal.js';
import type { Cursor } from '../search/cursor.js';
import { describeFeed, knownTypes } from './describe-feed.js';
import { readFeedCursor, refuseOtherFeed } from './feed-cursor.js';
import { type FeedPosition, feedBeginning, lowestId } from './feed-position.js';
import { horizonSql } from './horizon-sql.js';

/** The name of the header is the name of the parameter in errors. */
const path = 'Last-Event-ID';

export interface EventStreamStart {
  /** The feed of the installation, which the cursors name. */
  readonly feedId: string;
  /** How many days the workspace keeps its events. */
  readonly retentionDays: number;
  /** The stream contains the events after it. */
  readonly after: FeedPosition;
  /** The last event of the workspace in the feed. A cursor from before a failover can be ahead of it. */
  readonly end: FeedPosition;
}

/**
 * Finds where a stream begins: after the event of its cursor, or without one at the end of the feed. Throws a validation
 * error when the cursor is not of this feed.
 */
export async function startEventStream(
  { database, tenantId, now }: Context,
  lastEventId: string | undefined,
): Promise<EventStreamStart> {
  const cursor = lastEventId === undefined ? undefined : readFeedCursor(lastEventId, path);
  const [known] = await database.sql(describeFeed, [tenantId, knownTypes]);
  const { days = 0, newerTypes = [] } = known ?? {};
  const feedId = known?.feedId ?? lowestId;
  if (cursor !== undefined) refuseOtherFeed(cursor, feedId, path);
  const firstId = firstIdAt(daysBefore(now(), days));
  const values = [tenantId, firstId, newerTypes, firstIdAt(daysBefore(now(), 1))];
  const [end = feedBeginning] = await database.sql(findEnd, values);
  return { feedId, retentionDays: days, after: cursor === undefined ? end : placeOf(cursor), end };
}

function placeOf({ values: [position], id }: Cursor): FeedPosition {
  return { position: position ?? feedBeginning.position, id };
}

/** The last event of the workspace before the end of the feed. An event that only a newer release can present ends it. */
const findEnd = statement<FeedPosition>(
  'find-end-of-events',
  `select event.position::text as position, event.id from events event
   where event.tenant_id = $1::uuid and event.position >= 0 and event.id >= $2::uuid
     and event.position < least((${horizonSql}), case when cardinality($3::text[]) > 0 then (
       select min(newer.position) from events newer
       where newer.tenant_id = $1::uuid and newer.type = any ($3::text[]) and newer.id >= $4::uuid) end)
   order by event.position desc, event.id desc limit 1`,
);
