/**
 * The position at which the feed ends, as a query. Every transaction of this database with a lower number has ended, and
 * the statement sees what it has committed.
 *
 * The numbers belong to all databases of the server. A transaction of another database records no events, so the feed
 * does not wait for it. A number that no session has any more belongs to a transaction that has ended after the statement
 * began, which does not see its events: the feed ends there.
 *
 * A replica lists no running transactions in its snapshots and does not know their sessions. Its feed ends before the
 * oldest transaction that runs on the primary, in whatever database.
 */
export const horizonSql = `select case when pg_is_in_recovery()
    then pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    else coalesce(
      (select min(running.number::text::bigint) from pg_snapshot_xip(pg_current_snapshot()) as running(number)
       where not exists (
         select from pg_stat_activity session
         where session.backend_xid = running.number::xid and session.datname <> current_database()
       )),
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    ) end + coalesce((select event_position_base from installation), 0) as position`;
