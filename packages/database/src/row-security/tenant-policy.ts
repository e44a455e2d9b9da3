import { allTenants, scopeSetting } from './scope-sql.js';

/** The name of our policy on each table with rows of tenants. */
export const policyName = 'parley_tenant';

/**
 * The setting is read once for each statement and not once for each row, because it is a subquery. For all tenants, the
 * comparison is with null. Without a declaration, the setting does not exist or is empty, and reading it fails: a
 * statement that declares nothing must not seem to find nothing. No row of a table without a tenant exists.
 *
 * The planner takes `coalesce` for a condition that half of the rows meet. It would take a comparison for one that few
 * meet, in addition to the comparison of the statement itself, and would choose plans for far too few rows.
 */
export function isVisible(column: string): string {
  const declared = `select nullif(current_setting('${scopeSetting}'), '${allTenants}')::uuid`;
  return `coalesce(${column} = (${declared}), true)`;
}

/** Whether PostgreSQL's text of a condition is that of our policy. */
export function isOurCondition(text: string, column: string): boolean {
  return withoutNotation(text) === withoutNotation(isVisible(column));
}

/** PostgreSQL adds parentheses, casts of texts and a name of the column, which differ between its releases. */
function withoutNotation(text: string): string {
  return text.toLowerCase().replaceAll(/::text\b|\bas "?nullif"?|[\s()]/g, '');
}
