import type pg from 'pg';
import { type MigrationLockOptions, withMigrationLock } from '../migration-lock.js';
import { withShortLocks } from '../with-short-locks.js';
import { type GuardedTable, isGuarded, listGuardedTables, policyName } from './guarded-tables.js';
import { allTenants, scopeSetting } from './scope-sql.js';

/**
 * Creates a policy on every table with rows of tenants, while the service runs: each table is a transaction of its own,
 * which waits for its lock only for a moment at a time. Returns the names of the tables that had none.
 */
export function turnOnRowSecurity(url: string, options: MigrationLockOptions = {}): Promise<string[]> {
  return withMigrationLock(url, options, guardTables);
}

/** Removes all that `turnOnRowSecurity` and later migrations have created. Returns the names of the tables. */
export function turnOffRowSecurity(url: string, options: MigrationLockOptions = {}): Promise<string[]> {
  return withMigrationLock(url, options, async (client) => {
    const guarded = (await listGuardedTables(client)).filter(
      ({ hasRowSecurity, hasPolicy }) => hasRowSecurity || hasPolicy,
    );
    for (const table of guarded) await change(client, release(table));
    return guarded.map(({ name }) => name);
  });
}

/** Adds what is missing, if row-level security is on, for example on the tables of a new release. */
export async function keepRowSecurity(client: pg.Client): Promise<void> {
  const tables = await listGuardedTables(client);
  if (tables.some(({ hasPolicy }) => hasPolicy)) await guardTables(client);
}

async function guardTables(client: pg.Client): Promise<string[]> {
  const open = (await listGuardedTables(client)).filter((table) => !isGuarded(table));
  for (const table of open) await change(client, guard(table));
  return open.map(({ name }) => name);
}

function guard({ name, column, kind }: GuardedTable): string {
  const enable = `alter table ${name} enable row level security`;
  switch (kind) {
    case 'view':
      return `alter view ${name} set (security_invoker = true)`;
    case 'partition':
      return enable;
    case 'table':
      return `drop policy if exists ${policyName} on ${name};
        create policy ${policyName} on ${name} using (${isVisible(column)}); ${enable}`;
  }
}

function release({ name, kind }: GuardedTable): string {
  if (kind === 'view') return `alter view ${name} reset (security_invoker)`;
  return `drop policy if exists ${policyName} on ${name}; alter table ${name} disable row level security`;
}

/**
 * The setting is read once for each statement and not once for each row, because it is a subquery. For all tenants, the
 * comparison is with null. Without a declaration, the setting does not exist or is empty, and reading it fails: a
 * statement that declares nothing must not seem to find nothing. No row of a table without a tenant exists.
 *
 * The planner takes `coalesce` for a condition that half of the rows meet. It would take a comparison for one that few
 * meet, in addition to the comparison of the statement itself, and would choose plans for far too few rows.
 */
function isVisible(column: string): string {
  const declared = `select nullif(current_setting('${scopeSetting}'), '${allTenants}')::uuid`;
  return `coalesce(${column} = (${declared}), true)`;
}

/** A table that is written all the time is free only for moments, so each change is attempted for two minutes. */
async function change(client: pg.Client, statements: string): Promise<void> {
  await withShortLocks(client, () => client.query(statements), { attempts: 160 });
}
