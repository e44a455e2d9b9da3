/**
 * The position at which the feed ends, as a query. Every transaction of this database with a lower number has ended, and
 * the statement sees what it has committed.
 *
 * The numbers belong to all databases of the server. A transaction of another database records no events, so the feed
 * does not wait for it. A number that no session has any more belongs to a transaction that has ended after the statement
 * began, which does not see its events: the feed ends there. So it does on a replica, which does not know the sessions.
 */
export const horizonSql = `select coalesce(
    (select min(running.number::text::bigint) from pg_snapshot_xip(pg_current_snapshot()) as running(number)
     where not exists (
       select from pg_stat_activity session
       where session.backend_xid = running.number::xid and session.datname <> current_database()
     )),
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  ) + coalesce((select event_position_base from installation), 0) as position`;
