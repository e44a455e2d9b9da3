import type { Database } from '@parley/database';

/**
 * Every row of a tenant, by table, and its jobs. If two snapshots are equal, nothing has changed. The service counts the
 * waiting jobs at any time, so their number is left out.
 */
export type Snapshot = Readonly<Record<string, readonly unknown[]>>;

export async function snapshotTenant({ pool }: Database, tenantId: string): Promise<Snapshot> {
  const text = statements.get(pool) ?? (await writeStatement(pool));
  statements.set(pool, text);
  const { rows } = await pool.query<{ snapshot: Snapshot }>({ name: 'snapshot', text, values: [tenantId] });
  if (!rows[0]) throw new Error('The snapshot returned no row.');
  return rows[0].snapshot;
}

/** The tables do not change while a test runs. */
const statements = new WeakMap<Database['pool'], string>();

async function writeStatement(pool: Database['pool']): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id'
       and not (select relispartition from pg_class where oid = table_name::regclass) order by 1`,
  );
  const rows = tables.rows
    .filter(({ name }) => name !== 'waiting_job_counts')
    .map(
      ({ name }) => `('${name}', (select coalesce(json_agg(row order by row::text), '[]')
        from (select ${contents.get(name) ?? 'to_jsonb(entry)'} as row from ${name} entry where tenant_id = $1::uuid) rows))`,
    );
  // A function takes at most 100 arguments, which are too few for the names and rows of all tables.
  return `select json_object_agg(part.name, part.rows) as snapshot
    from (values ${rows.join(', ')}, ('jobs', (${jobs}))) as part(name, rows)`;
}

/** The service records the use of a key after the response, and may replace changes of counts by their sums at any time. */
const contents = new Map([
  ['api_keys', `to_jsonb(entry) - 'last_used_at'`],
  ['stored_byte_changes', 'sum(bytes)'],
  [
    'campaign_result_changes',
    `jsonb_build_array(sum(recipients), sum(pending), sum(sent), sum(delivered), sum(read), sum(failed), sum(skipped),
      sum(canceled), sum(replied), sum(opted_out))`,
  ],
]);

const jobs = `
  select coalesce(json_agg(json_build_object('task', task.identifier, 'payload', job.payload, 'runAt', job.run_at)
    order by job.id), '[]')
  from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
  where job.payload ->> 'tenantId' = $1::text`;
