import type pg from 'pg';
import { functionSchemas, migrationTables, queueSchema, tablePrivileges } from './role-schemas.js';

export interface MissingRights {
  readonly role: string;
  /** The missing rights, such as "insert on contacts". */
  readonly missing: readonly string[];
}

/**
 * Returns the rights that the role of this connection needs for the service and does not have. Objects that do not
 * exist yet are ignored.
 */
export async function findMissingRights(database: pg.Pool | pg.Client): Promise<MissingRights> {
  const { rows } = await database.query<{ role: string; missing: string[] }>(query);
  return rows[0] ?? { role: '', missing: [] };
}

const schemas = [queueSchema, ...functionSchemas].map((name) => `'${name}'`).join(', ');
const privileges = tablePrivileges.map((name) => `'${name}'`).join(', ');
const readOnly = migrationTables.map((name) => `'${name}'`).join(', ');

/** The rights on a table and the name of a table can only be looked up within a schema that the role may use. */
const query = `
  with schema as (
    select oid, nspname as name, has_schema_privilege(oid, 'usage') as usable from pg_namespace
    where nspname in (${schemas}) or oid = (select relnamespace from pg_class where oid = to_regclass('_prisma_migrations'))
      or (nspname = 'public' and current_schema() is null)
  ), relation as (
    select pg_class.oid, format('%s%s', nullif(schema.name, current_schema()) || '.', relname) as name, relkind,
      relrowsecurity and row_security_active(pg_class.oid) as guarded
    from pg_class join schema on schema.oid = relnamespace
    where schema.usable and relkind in ('r', 'p', 'v') and not relispartition
  ), missing as (
    select 1 as position, 'usage on schema ' || name as "right" from schema where not usable
    union all
    select 2, privilege || ' on ' || relation.name from relation, unnest(array[${privileges}]) privilege
    where not has_table_privilege(oid, privilege)
      and (privilege = 'select' or (relkind <> 'v' and relation.name not in (${readOnly})))
    union all
    select 3, 'execute on ' || proname from pg_proc join schema on schema.oid = pronamespace
    where schema.usable and not has_function_privilege(pg_proc.oid, 'execute')
    union all
    select 4, 'a policy on ' || name from relation
    where guarded and not exists (
      select from pg_policy where polrelid = relation.oid
        and exists (select from unnest(polroles) entry where entry = 0 or pg_has_role(entry, 'usage'))
    )
  )
  select current_user::text as role,
    array(select "right" from missing order by position, "right")::text[] as missing`;
