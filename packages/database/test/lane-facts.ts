import type { Database } from '../src/index.js';

export async function laneFacts({
  pool,
}: Database): Promise<{ lanes: number; largest: number; first: number; last: number }> {
  const { rows } = await pool.query(
    `select count(*)::int as lanes, max(tenants)::int as largest, min(lane)::int as first, max(lane)::int as last
     from (select parley_quiet.lane(id::text, true, null) as lane, count(*) as tenants from tenants group by 1) lanes`,
  );
  return rows[0];
}
