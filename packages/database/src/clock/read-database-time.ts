import { type Sql, statement } from '../sql.js';

/**
 * Returns the time of the database, for an operator's command: the clock of the machine on which it runs can be wrong, and
 * workers compare what it writes with the clock of the database.
 */
export async function readDatabaseTime(sql: Sql): Promise<Date> {
  const [row] = await sql(readTime, []);
  if (row === undefined) throw new Error('PostgreSQL did not return its time.');
  return row.now;
}

const readTime = statement<{ now: Date }>('read-database-time', 'select clock_timestamp() as now');
