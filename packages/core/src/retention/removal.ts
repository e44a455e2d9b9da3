export interface Removed {
  readonly count: number;
}

/** Some of the records that were found are left for a later run. */
export interface RemovedSome extends Removed {
  readonly found: number;
}

/**
 * Returns the SQL of the oldest expired records, for statements whose parameters are the tenants, their cut-off times
 * and the first ids at these times. The ids begin with the time of their creation, so the primary key finds the oldest
 * records without an index of its own. A locked record is left for a later run.
 */
export function expiredIn(table: string, condition: string, limit: number): string {
  return `select record.* from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as tenant(id, before, first_id)
    cross join lateral (
      select record.* from ${table} record
      where record.tenant_id = tenant.id and record.id < tenant.first_id and ${condition}
      order by record.id limit ${limit} for no key update of record skip locked
    ) record limit ${limit}`;
}

const dayMs = 24 * 60 * 60 * 1_000;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}
