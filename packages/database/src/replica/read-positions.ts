import { type Sql, statement } from '../sql.js';

export interface PrimaryPosition {
  readonly systemId: string;
  /** The end of the log on disk, in bytes since its beginning. */
  readonly flushed: string;
  /** Changes when the server is started or recovers from a crash, which empties its unlogged tables. */
  readonly incarnation: string;
}

export interface ReplicaPosition {
  readonly systemId: string;
  /** Null for a server that is not a replica, or is no longer one. */
  readonly replayed: string | null;
}

export async function readPrimaryPosition(sql: Sql): Promise<PrimaryPosition> {
  const [position] = await sql(readPrimary, []);
  if (!position) throw new Error('PostgreSQL did not return its position.');
  return position;
}

export async function readReplicaPosition(sql: Sql): Promise<ReplicaPosition> {
  const [position] = await sql(readReplica, []);
  if (!position) throw new Error('The replica did not return its position.');
  return position;
}

/**
 * After the crash of one of its processes, a server recovers without a new postmaster. PostgreSQL also discards its statistics
 * then, and notes when.
 */
const readPrimary = statement<PrimaryPosition>(
  'read-primary-position',
  `select system_identifier::text as "systemId", (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as flushed,
     concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()) as incarnation
   from pg_control_system()`,
);

/** The statement checks whether the server is still a replica, because a promoted replica keeps its last position. */
const readReplica = statement<ReplicaPosition>(
  'read-replica-position',
  `select system_identifier::text as "systemId",
     case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint end as replayed
   from pg_control_system()`,
);
