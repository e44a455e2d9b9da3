import type pg from 'pg';
import { lookUpJobsByKey } from './jobs-by-key.js';

/**
 * The queue sends NOTIFY in the transaction that adds jobs. PostgreSQL commits such transactions one at a time, each
 * waiting for the disk: ten connections reach a tenth of their throughput. So our transactions add jobs without NOTIFY, and
 * the workers are notified after the commit (`notifyWorkers`).
 *
 * Jobs with a queue, the first jobs of a task, and jobs with the key of a job that has failed for the last time are added by
 * the queue's own function, unchanged. It calls `pg_notify` without a schema. While it runs for us, the schema `parley_quiet`
 * comes first in the search path, and its `pg_notify` only counts. If a later version of the queue notifies in another way,
 * the notifications are sent again, and only speed is lost. All other jobs are added by one statement, which stores the same;
 * a test compares the rows.
 */
export async function installQuietJobs(client: pg.Client): Promise<void> {
  await client.query(`
    create schema if not exists parley_quiet;

    -- A job for several deliveries counts as that many jobs.
    create or replace function parley_quiet.job_size(payload json) returns int language sql immutable parallel safe as $$
      select greatest(1, case json_typeof(payload -> 'deliveryIds')
        when 'array' then json_array_length(payload -> 'deliveryIds') else 1 end)
    $$;

    -- How many jobs this transaction has added so far.
    create or replace function parley_quiet.added_jobs() returns int language sql stable as $$
      select coalesce(nullif(current_setting('parley.added_jobs', true), '')::int, 0)
    $$;

    -- Fails when there are more than the transaction may add.
    create or replace function parley_quiet.added_jobs(most int) returns int language plpgsql stable as $$
      begin
        if parley_quiet.added_jobs() > most then
          raise exception 'the transaction may add % jobs', most using errcode = 'PY001';
        end if;
        return parley_quiet.added_jobs();
      end
    $$;

    create or replace function parley_quiet.count_added_jobs(added int) returns void language sql as $$
      select set_config('parley.added_jobs', (parley_quiet.added_jobs() + added)::text, true)
    $$;

    create or replace function parley_quiet.pg_notify(channel text, message text) returns void language sql as $$
      select parley_quiet.count_added_jobs((message::json ->> 'count')::int)
    $$;

    -- Each job gets the position in the trace of the transaction that adds it, if there is one.
    create or replace function parley_quiet.in_current_trace(specs graphile_worker.job_spec[])
    returns graphile_worker.job_spec[] language plpgsql stable as $$
      declare current text := current_setting('parley.traceparent', true);
      begin
        if coalesce(current, '') = '' then return specs; end if;
        return array(
          select (spec.identifier, (spec.payload::jsonb || jsonb_build_object('traceparent', current))::json,
            spec.queue_name, spec.run_at, spec.max_attempts, spec.job_key, spec.priority, spec.flags)::graphile_worker.job_spec
          from unnest(specs) with ordinality spec order by spec.ordinality);
      end
    $$;

    create or replace function parley_quiet.add_jobs(specs graphile_worker.job_spec[], preserve_run_at boolean default false)
    returns int language plpgsql set search_path = parley_quiet, pg_catalog, pg_temp ${lookUpJobsByKey} as $$
      declare
        added int;
        size int;
      begin
        specs := parley_quiet.in_current_trace(specs);
        -- Most jobs have no queue, and their tasks exist. This statement adds all of them, or none. A waiting job with the same
        -- key is replaced. Keys are locked in their order, as in lock_keys.
        with usual as (
          insert into graphile_worker._private_jobs as job (task_id, payload, run_at, max_attempts, key, priority)
          select task.id, coalesce(spec.payload, '{}'), coalesce(spec.run_at, now()), coalesce(spec.max_attempts, 25),
            spec.job_key, coalesce(spec.priority, 0)
          from unnest(specs) with ordinality spec
          join graphile_worker._private_tasks task on task.identifier = spec.identifier
          where not exists (
            select from unnest(specs) other
            where other.queue_name is not null or other.flags is not null or json_typeof(other.payload) = 'array'
              or not exists (select from graphile_worker._private_tasks known where known.identifier = other.identifier)
              -- An exists would read all keys to look up one.
              or (select not same.is_available from graphile_worker._private_jobs same where same.key = other.job_key)
          )
          order by spec.job_key, spec.ordinality
          on conflict (key) do update set job_queue_id = null, task_id = excluded.task_id, payload = excluded.payload,
            run_at = case when preserve_run_at and job.attempts = 0 then job.run_at else excluded.run_at end,
            max_attempts = excluded.max_attempts, priority = excluded.priority, flags = null, attempts = 0,
            last_error = null, revision = job.revision + 1, updated_at = now()
          where job.locked_at is null
          returning payload
        )
        select count(*), sum(parley_quiet.job_size(payload)) into added, size from usual;
        if added > 0 then
          perform parley_quiet.count_added_jobs(size);
          return added;
        end if;
        perform parley_quiet.lock_keys(specs);
        -- The queue's function counts each job as one.
        perform parley_quiet.count_added_jobs(sum(parley_quiet.job_size(payload) - 1)::int) from unnest(specs);
        return (select count(*)::int from graphile_worker.add_jobs(specs, preserve_run_at));
      end
    $$;
  `);
}
