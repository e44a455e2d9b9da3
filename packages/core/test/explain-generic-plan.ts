import type { PoolClient } from 'pg';

/**
 * Returns the lines of the generic plan of a statement, which PostgreSQL uses for all values. `explain (generic_plan)`
 * would need PostgreSQL 16, and operators may run version 15.
 */
export async function explainGenericPlan(client: PoolClient, text: string): Promise<string[]> {
  await client.query('begin');
  try {
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare explained as ${text}`);
    const { rows: prepared } = await client.query<{ count: number }>(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'explained'`,
    );
    const values = Array.from({ length: prepared[0]?.count ?? 0 }, () => 'null');
    const execute = values.length > 0 ? `explained (${values.join(', ')})` : 'explained';
    const { rows } = await client.query(`explain (costs off) execute ${execute}`);
    return rows.map((row) => row['QUERY PLAN']);
  } finally {
    // A rollback does not deallocate the statement. A failed transaction must be rolled back before anything else can
    // run.
    await client.query('rollback');
    await client.query('deallocate all');
  }
}
