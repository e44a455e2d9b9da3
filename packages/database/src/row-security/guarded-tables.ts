import type pg from 'pg';

/** The name of our policy on each table with rows of tenants. */
export const policyName = 'parley_tenant';

export interface GuardedTable {
  /** The name, quoted where that is necessary. */
  readonly name: string;
  /** The column with the id of the tenant. */
  readonly column: string;
  readonly kind: 'table' | 'partition' | 'view';
  /** For a view: whether it reads its tables with the rights of its caller. By default it has those of its owner. */
  readonly hasRowSecurity: boolean;
  readonly hasPolicy: boolean;
  /** Whether row-level security restricts the role of this connection; null for a view. */
  readonly isRestricted: boolean | null;
}

/** Lists every table and view with rows of tenants, and the partitions. A migration may have added some. */
export async function listGuardedTables(database: pg.Pool | pg.Client): Promise<GuardedTable[]> {
  const { rows } = await database.query<GuardedTable>(query);
  return rows;
}

/**
 * Whether row-level security guards the table. A partition needs no policy: statements through its table are checked
 * there, and without a policy nobody but the owner sees rows directly. A view has none; its tables have.
 */
export function isGuarded({ hasRowSecurity, hasPolicy, kind }: GuardedTable): boolean {
  return hasRowSecurity && (hasPolicy || kind !== 'table');
}

/** The tables are in the schema of the table of migrations, as for every other check of a process. */
const query = `
  select quote_ident(relname) as name, attname as column,
    case when relkind = 'v' then 'view' when relispartition then 'partition' else 'table' end as kind,
    relrowsecurity or coalesce('security_invoker=true' = any (reloptions), false) as "hasRowSecurity",
    exists (select from pg_policy where polrelid = pg_class.oid and polname = '${policyName}') as "hasPolicy",
    case when relkind <> 'v' then row_security_active(pg_class.oid) end as "isRestricted"
  from pg_class join pg_attribute on attrelid = pg_class.oid and not attisdropped
    and attname = case relname when 'tenants' then 'id' else 'tenant_id' end
  where relkind in ('r', 'p', 'v')
    and relnamespace = (select relnamespace from pg_class where oid = to_regclass('_prisma_migrations'))
  order by relname`;
