import type pg from 'pg';
import { MigrationError } from '../migration-error.js';
import { type MigrationLockOptions, withMigrationLock } from '../migration-lock.js';
import { withShortLocks } from '../with-short-locks.js';
import { describeOtherPolicies, type GuardedTable, hasGuard, listGuardedTables } from './guarded-tables.js';
import { isVisible, policyName } from './tenant-policy.js';

/**
 * Creates a policy on every table with rows of tenants, while the service runs: each table is a transaction of its own,
 * which waits for its lock only for a moment at a time. Returns the names of the tables that had none.
 */
export function turnOnRowSecurity(url: string, options: MigrationLockOptions = {}): Promise<string[]> {
  return withMigrationLock(url, options, async (client) => {
    const changed = await guardTables(client);
    const problem = describeOtherPolicies(await listGuardedTables(client));
    if (problem !== undefined) throw new MigrationError(problem);
    return changed;
  });
}

/** Removes all that `turnOnRowSecurity` and later migrations have created. Returns the names of the tables. */
export function turnOffRowSecurity(url: string, options: MigrationLockOptions = {}): Promise<string[]> {
  return withMigrationLock(url, options, (client) =>
    changeTables(client, {
      isToChange: ({ hasRowSecurity, hasPolicy }) => hasRowSecurity || hasPolicy,
      statementsOf: release,
      tenants: 'first',
    }),
  );
}

/**
 * Adds what is missing, if row-level security is on, for example on the tables of a new release. The table of tenants
 * is guarded last and released first, so that this does not undo a `turnOffRowSecurity` that was interrupted.
 */
export async function keepRowSecurity(client: pg.Client): Promise<void> {
  const tables = await listGuardedTables(client);
  if (tables.some(({ name, hasPolicy }) => name === tenantTable && hasPolicy)) await guardTables(client);
}

const tenantTable = 'tenants';

function guardTables(client: pg.Client): Promise<string[]> {
  return changeTables(client, {
    isToChange: (table) => !hasGuard(table),
    statementsOf: guard,
    tenants: 'last',
  });
}

interface TableChange {
  isToChange(table: GuardedTable): boolean;
  statementsOf(table: GuardedTable): string;
  readonly tenants: 'first' | 'last';
}

/** Lists the tables again until none is left: workers create partitions meanwhile. */
async function changeTables(client: pg.Client, change: TableChange): Promise<string[]> {
  const changed = new Set<string>();
  for (;;) {
    const left = (await listGuardedTables(client)).filter(
      (table) => change.isToChange(table) && !changed.has(table.name),
    );
    if (left.length === 0) return [...changed];
    const others = left.filter(({ name }) => name !== tenantTable);
    const tenants = left.filter(({ name }) => name === tenantTable);
    for (const table of change.tenants === 'first' ? [...tenants, ...others] : [...others, ...tenants]) {
      await apply(client, change.statementsOf(table));
      changed.add(table.name);
    }
  }
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

/** A table that is written all the time is free only for moments, so each change is attempted for two minutes. */
async function apply(client: pg.Client, statements: string): Promise<void> {
  await withShortLocks(client, () => client.query(statements), { attempts: 160 });
}
