import type pg from 'pg';
import { isOurCondition, policyName } from './tenant-policy.js';

export interface GuardedTable {
  /** The name, quoted where that is necessary. */
  readonly name: string;
  /** The column with the id of the tenant. */
  readonly column: string;
  readonly kind: 'table' | 'partition' | 'view';
  /** For a view: whether it reads its tables with the rights of its caller. By default it has those of its owner. */
  readonly hasRowSecurity: boolean;
  readonly hasPolicy: boolean;
  /** The condition of our policy, if the policy is for all roles and commands; null otherwise. */
  readonly condition: string | null;
  /** Policies that are not ours and show rows in addition to those that ours shows. */
  readonly otherPolicies: readonly string[];
  /** Whether row-level security restricts the role of this connection; null for a view. */
  readonly isRestricted: boolean | null;
}

/** Lists every table and view with rows of tenants, and the partitions. A migration may have added some. */
export async function listGuardedTables(database: pg.Pool | pg.Client): Promise<GuardedTable[]> {
  const { rows } = await database.query<GuardedTable>(query);
  return rows;
}

/** Whether row-level security guards the table, and no other policy shows more rows. */
export function isGuarded(table: GuardedTable): boolean {
  return hasGuard(table) && table.otherPolicies.length === 0;
}

/**
 * Whether the table has what we create. A partition needs no policy: statements through its table are checked there,
 * and without a policy nobody but the owner sees rows directly. A view has none; its tables have.
 */
export function hasGuard({ hasRowSecurity, condition, column, kind }: GuardedTable): boolean {
  return hasRowSecurity && (kind !== 'table' || (condition !== null && isOurCondition(condition, column)));
}

/** Describes the tables with policies that are not ours, for the operator; undefined if there are none. */
export function describeOtherPolicies(tables: readonly GuardedTable[]): string | undefined {
  const open = tables.filter(({ otherPolicies }) => otherPolicies.length > 0);
  if (open.length === 0) return undefined;
  const named = open.map(({ name, otherPolicies }) => `${name} (${otherPolicies.join(', ')})`).join(', ');
  return `These tables have policies that can show the rows of other tenants: ${named}. Drop them, or create them as restrictive.`;
}

/** The tables are in the schema of the table of migrations, as for every other check of a process. */
const query = `
  select quote_ident(relname) as name, attname as column,
    case when relkind = 'v' then 'view' when relispartition then 'partition' else 'table' end as kind,
    relrowsecurity or coalesce('security_invoker=true' = any (reloptions), false) as "hasRowSecurity",
    exists (select from pg_policy where polrelid = pg_class.oid and polname = '${policyName}') as "hasPolicy",
    (select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = pg_class.oid and polname = '${policyName}'
       and polcmd = '*' and polroles = '{0}' and polwithcheck is null) as condition,
    array(select polname::text from pg_policy where polrelid = pg_class.oid and polname <> '${policyName}'
       and polpermissive order by polname) as "otherPolicies",
    case when relkind <> 'v' then row_security_active(pg_class.oid) end as "isRestricted"
  from pg_class join pg_attribute on attrelid = pg_class.oid and not attisdropped
    and attname = case relname when 'tenants' then 'id' else 'tenant_id' end
  where relkind in ('r', 'p', 'v')
    and relnamespace = (select relnamespace from pg_class where oid = to_regclass('_prisma_migrations'))
  order by relname`;
