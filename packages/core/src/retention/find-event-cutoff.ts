import { type Database, statement } from '@parley/database';
import { defaultRetention } from '../plans/retention.js';
import { retentionDaysSql } from '../plans/retention-of.js';
import { daysBefore } from './removal.js';

/**
 * Returns the time before which no workspace keeps events, so that partitions that end before it can be dropped. The
 * workspaces share the partitions, so the longest retention applies; `removeExpired` removes the events of the others
 * one by one.
 */
export async function findEventCutoff({ sql }: Pick<Database, 'sql'>, now: Date): Promise<Date> {
  return daysBefore(now, await findLongestEventRetention({ sql }));
}

/** Returns the longest retention of events of all workspaces, in days. */
export async function findLongestEventRetention({ sql }: Pick<Database, 'sql'>): Promise<number> {
  const [row] = await sql(findLongest, []);
  return row?.days ?? defaultRetention.events ?? 0;
}

const findLongest = statement<{ days: number | null }>(
  'find-longest-event-retention',
  `select max(${retentionDaysSql('tenant', 'events')}) as days from tenants tenant`,
);
