import type { PoolClient } from 'pg';

/**
 * The lines of the plan that a statement has for all values. `explain (generic_plan)` would need PostgreSQL 16, and
 * operators may run 15.
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
    // A rollback does not deallocate; a failed transaction must end first.
    await client.query('rollback');
    await client.query('deallocate all');
  }
}
