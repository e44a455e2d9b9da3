import { type Database, firstIdAt } from '@parley/database';
import { dayMs } from './day-clock.js';
import type { DailyWorkspace } from './workspaces.js';

/** The tables that grow every day. */
const tables = [
  'events',
  'deliveries',
  'delivery_attempts',
  'messages',
  'automation_runs',
  'automation_run_steps',
  'campaign_recipients',
  'campaign_sends',
  'idempotency_keys',
  'dead_jobs',
];

/** Returns the bytes of these tables on disk, with their partitions and indexes. */
export async function measureBytes({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(relation))::float8 as bytes from (
       select to_regclass(name)::oid as relation from unnest($1::text[]) name
       union all select inhrelid from unnest($1::text[]) name join pg_inherits on inhparent = to_regclass(name)
     ) part`,
    [tables],
  );
  return rows[0]?.bytes ?? 0;
}

/** Runs vacuum, as autovacuum does several times a day, so that the space of removed rows can be used again. */
export async function vacuum({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`vacuum ${tables.slice(3).join(', ')}`);
}

/** A partition is dropped when all its rows have expired, up to a week after its first row. */
const partitionDays = 7;

/** Returns, for each kind of data, the rows that are older than the retention of their workspace. */
export async function countExpired(
  { pool }: Pick<Database, 'pool'>,
  { tenantId, retention }: DailyWorkspace,
  { now, longestDays }: { readonly now: Date; readonly longestDays: number },
): Promise<Record<string, number>> {
  const isPartitionEnd = retention.events >= longestDays;
  const eventDays = retention.events + (isPartitionEnd ? partitionDays : 0);
  const before = (days: number) => firstIdAt(new Date(now.getTime() - days * dayMs));
  const counts = [
    ['events', 'id', eventDays],
    ['deliveries', 'event_id', eventDays],
    ['delivery_attempts', 'delivery_id', eventDays],
    ['messages', 'id', retention.messages],
    ['automation_runs', 'id', retention.automationRuns],
    ['automation_run_steps', 'run_id', retention.automationRuns],
    ['campaign_sends', 'id', retention.campaignSends],
    ['campaign_recipients', 'id', retention.campaignSends],
  ] as const;
  const expired: Record<string, number> = {};
  for (const [table, column, days] of counts) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where tenant_id = $1::uuid and ${column} < $2::uuid`,
      [tenantId, before(days)],
    );
    if (rows[0]?.count) expired[table] = rows[0].count;
  }
  return { ...expired, ...(await countOthers(pool, tenantId, now)) };
}

async function countOthers(
  pool: Database['pool'],
  tenantId: string,
  now: Date,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ idempotency_keys: number; dead_jobs: number }>(
    `select (select count(*)::int from idempotency_keys where tenant_id = $1 and expires_at < $2) as idempotency_keys,
       (select count(*)::int from dead_jobs where payload ->> 'tenantId' = $1::text
        and died_at < $2 - interval '30 days') as dead_jobs`,
    [tenantId, now],
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0));
}
