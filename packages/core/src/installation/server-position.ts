import { type Database, statement } from '@parley/database';

/** Where a database is stored, and how far the write-ahead log of its server has advanced. */
export interface ServerPosition {
  /**
   * Identifies where the database is stored: PostgreSQL's identifier of the server's files, and the identifier of the
   * table `installation`. A backup of the files keeps both identifiers. Restoring a dump creates a new table, which has
   * a new identifier.
   */
  readonly place: string;
  /** The end of the write-ahead log that is on disk. It never goes back, unless an earlier state is restored. */
  readonly walPosition: string;
}

export async function readServerPosition({ sql }: Pick<Database, 'sql'>): Promise<ServerPosition> {
  const [position] = await sql(readPosition, []);
  if (!position) throw new Error('PostgreSQL did not return its position.');
  return position;
}

/** Returns whether the server is at an earlier position than one that was read before. */
export async function isBehind(
  { sql }: Pick<Database, 'sql'>,
  { walPosition }: ServerPosition,
): Promise<boolean> {
  const [found] = await sql(comparePosition, [walPosition]);
  return found?.isBehind === true;
}

const readPosition = statement<ServerPosition>(
  'read-server-position',
  `select system_identifier || '-' || 'installation'::regclass::oid as place,
     pg_current_wal_flush_lsn()::text as "walPosition"
   from pg_control_system()`,
);

const comparePosition = statement<{ isBehind: boolean }>(
  'compare-server-position',
  `select pg_current_wal_flush_lsn() < $1::pg_lsn as "isBehind"`,
);
