import { statement } from '@parley/database';
import { eventTypes, legacyEventTypes } from '../events/event-type.js';
import { retentionDaysSql } from '../plans/retention-of.js';

/** The types of events that this release can present. */
export const knownTypes: readonly string[] = [...eventTypes, ...legacyEventTypes];

/**
 * The types of events that only a newer release knows, as an SQL array. The migration of that release adds them to the
 * enumeration before its processes start.
 */
export function newerTypesSql(known: string): string {
  return `array(select label.enumlabel::text from pg_enum label
    where label.enumtypid = 'delivery_event'::regtype and label.enumlabel::text <> all (${known}))`;
}

/** The retention of the workspace, the feed of the installation, and the types of events that only a newer release knows. */
export const describeFeed = statement<{ days: number; feedId: string | null; newerTypes: string[] }>(
  'describe-event-feed',
  `select ${retentionDaysSql('tenant', 'events')} as days, (select feed_id from installation) as "feedId",
     ${newerTypesSql('$2::text[]')} as "newerTypes"
   from tenants tenant where tenant.id = $1::uuid`,
);
