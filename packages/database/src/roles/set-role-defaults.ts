import pg from 'pg';
import { sessionSettings } from '../connections/session-settings.js';

/**
 * Makes the settings of our sessions the defaults of the role in this database, for sessions that a pooler opens. Returns
 * false when the connection may not do that: only the role itself may, and roles that administer it.
 */
export async function setRoleDefaults(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ database: string; schema: string }>(
    `select current_database() as database, relnamespace::regnamespace::text as schema
     from pg_class where oid = to_regclass('_prisma_migrations')`,
  );
  const [found] = rows;
  if (found === undefined) return false;
  const target = `${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(found.database)}`;
  const settings = Object.entries(sessionSettings).map(
    ([name, value]) => `${name} = ${pg.escapeLiteral(value)}`,
  );
  const statements = [...settings, `search_path = ${found.schema}`].map(
    (setting) => `alter role ${target} set ${setting}`,
  );
  try {
    await client.query(`begin; ${statements.join('; ')}; commit`);
    return true;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof Error && 'code' in error && error.code === insufficientPrivilege) return false;
    throw error;
  }
}

const insufficientPrivilege = '42501';
