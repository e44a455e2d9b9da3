import type pg from 'pg';

/**
 * The queue announces new jobs by NOTIFY in the transaction that adds them. PostgreSQL lets such transactions commit one
 * at a time, each waiting for the disk: ten connections get through a tenth of what they could. So the jobs of our
 * transactions are added quietly, and announced once they have committed (`announceJobs`).
 *
 * The queue's own function is used as it is. It names `pg_notify` without a schema, and while it runs for us the schema
 * `parley_quiet` comes before the system's, whose `pg_notify` only counts. Should a later version of the queue announce
 * in another way, it is heard again, and nothing is lost but speed.
 */
export async function installQuietJobs(client: pg.Client): Promise<void> {
  await client.query(`
    create schema if not exists parley_quiet;

    -- How many jobs this transaction has added so far.
    create or replace function parley_quiet.added_jobs() returns int language sql stable as $$
      select coalesce(nullif(current_setting('parley.added_jobs', true), '')::int, 0)
    $$;

    create or replace function parley_quiet.pg_notify(channel text, message text) returns void language sql as $$
      select set_config('parley.added_jobs', (parley_quiet.added_jobs() + (message::json ->> 'count')::int)::text, true)
    $$;

    create or replace function parley_quiet.add_jobs(specs graphile_worker.job_spec[], preserve_run_at boolean default false)
    returns int language plpgsql set search_path = parley_quiet, pg_catalog, pg_temp as $$
      begin
        perform parley_quiet.lock_keys(specs);
        return (select count(*)::int from graphile_worker.add_jobs(specs, preserve_run_at));
      end
    $$;
  `);
}
