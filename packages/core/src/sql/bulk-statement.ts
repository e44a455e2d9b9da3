import { composedStatement, declareStatement, type Statement } from '@parley/database';

/**
 * Declares a statement over thousands of rows. The database does not get its name and therefore plans it each time: a
 * plan from when the tables were small reads whole tables for every row, which took minutes instead of milliseconds.
 */
export function bulkStatement<Row = unknown>(name: string, text: string): Statement<Row> {
  declareStatement(name, text);
  return composedStatement(text);
}

/**
 * A query named `tenant` that holds `$1` for lookups (`offset 0` keeps each of them separate). When the planner sees
 * the value of a tenant that the statistics do not include, it expects no rows, considers all indexes equally good, and
 * may read all rows of the tenant for each lookup. For a value that it cannot see, it assumes an average tenant and
 * chooses the right index.
 */
export const opaqueTenant = 'tenant as materialized (select $1::uuid as id)';
