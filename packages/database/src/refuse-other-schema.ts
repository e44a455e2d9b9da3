import pg from 'pg';
import { MigrationError } from './migration-error.js';

/** The schema of our tables: Prisma names it in every statement, and an export lists the tables that it contains. */
const ownSchema = 'public';

/**
 * Throws an error of one line for the operator when statements that name no schema would not use `public`. Half of the
 * service would then not find the tables.
 */
export async function refuseOtherSchema(database: pg.Pool | pg.Client): Promise<void> {
  const { rows } = await database.query<{ schema: string | null; role: string; database: string }>(
    'select current_schema()::text as schema, current_user::text as role, current_database()::text as database',
  );
  const [found] = rows;
  if (found === undefined || found.schema === ownSchema) return;
  const first = found.schema === null ? 'is empty' : `begins with "${found.schema}"`;
  const target = `${pg.escapeIdentifier(found.role)} in database ${pg.escapeIdentifier(found.database)}`;
  throw new MigrationError(
    `The tables must be in the schema "${ownSchema}", but the search_path of the role "${found.role}" ${first}. ` +
      `Change it: alter role ${target} set search_path = ${ownSchema}`,
  );
}
