import type { Statement } from '@parley/database';

/**
 * A statement over thousands of rows. It has no name and is therefore planned each time: a plan kept from when the
 * tables were small reads them whole for every row, which took minutes where this takes milliseconds.
 */
export function bulkStatement<Row = unknown>(text: string): Statement<Row> {
  return { text };
}

/**
 * A query named `tenant` that holds `$1`, to be probed with (`offset 0` keeps each look-up a probe of its own).
 * When the planner sees the value, and the statistics do not know this tenant yet, it expects no rows of it, finds all
 * indexes equally good, and may read all of the tenant's rows for each probe. A value that it cannot see is an
 * average tenant, for which it takes the index that fits.
 */
export const opaqueTenant = 'tenant as materialized (select $1::uuid as id)';
