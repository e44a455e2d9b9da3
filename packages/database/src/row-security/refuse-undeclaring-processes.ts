import pg from 'pg';
import { declaringApplicationName } from '../application-name.js';
import { MigrationError } from '../migration-error.js';

/**
 * Throws if a process that declares no tenants is connected as a role that policies restrict: each of its statements
 * would fail as soon as there are policies. Every name but that of a declaring process counts, because the
 * `application_name` of a URL replaces ours. Behind a pooler, a process can be unnoticed while it is idle.
 */
export async function refuseUndeclaringProcesses(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; count: number }>(query, [declaringApplicationName]);
    if (rows.length === 0) return;
    const found = rows.map(({ role, count }) => `${role} (connections: ${count})`).join(', ');
    throw new MigrationError(
      `Processes with DATABASE_ROW_SECURITY=off, or other programs, are connected as ${found}, and would fail with row-level ` +
        'security. Restart every process with DATABASE_ROW_SECURITY=ready, and repeat the command. Idle connections of ' +
        'PgBouncer keep the name of their last client until you run RECONNECT on its console. --force turns it on nevertheless.',
    );
  } finally {
    await client.end();
  }
}

/** Row-level security restricts neither the owner of the tables nor roles that bypass it. */
const query = `
  select quote_ident(rolname) as role, count(*)::int as count
  from pg_stat_activity join pg_roles on pg_roles.oid = usesysid
    join pg_class on pg_class.oid = to_regclass('tenants')
  where datname = current_database() and backend_type = 'client backend' and application_name <> $1
    and not rolsuper and not rolbypassrls and not pg_has_role(usesysid, relowner, 'usage')
  group by rolname order by rolname`;
