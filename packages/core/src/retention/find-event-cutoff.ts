import { type Database, statement } from '@parley/database';
import { defaultRetention } from '../plans/retention.js';
import { retentionDaysSql } from '../plans/retention-of.js';
import { daysBefore } from './removal.js';

/**
 * Before this moment, no workspace keeps events: partitions that end before it can be dropped. The workspaces share the
 * partitions, so the longest retention decides; `removeExpired` removes the events of the others one by one.
 */
export async function findEventCutoff({ sql }: Pick<Database, 'sql'>, now: Date): Promise<Date> {
  return daysBefore(now, await findLongestEventRetention({ sql }));
}

/** The number of days. */
export async function findLongestEventRetention({ sql }: Pick<Database, 'sql'>): Promise<number> {
  const [row] = await sql(findLongest, []);
  return row?.days ?? defaultRetention.events ?? 0;
}

const findLongest = statement<{ days: number | null }>(
  'find-longest-event-retention',
  `select max(${retentionDaysSql('tenant', 'events')}) as days from tenants tenant`,
);
