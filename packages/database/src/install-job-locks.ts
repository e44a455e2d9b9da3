import type pg from 'pg';

/**
 * Keeps the statements that add jobs and those that finish them from waiting for each other in a circle.
 *
 * The queue finishes jobs many at a time, in an order of its own. When a job is added whose key a running job has, the
 * queue's function would write to that running job: two such statements can deadlock, and the queue then stops. So a job
 * releases its key when it is claimed. Adding jobs then touches only waiting jobs, and finishing jobs only running ones;
 * claiming jobs skips locked rows and does not wait.
 *
 * Statements that add several jobs lock the keys in their order before the queue's function does, in whichever order.
 */
export async function installJobLocks(client: pg.Client): Promise<void> {
  await client.query(`
    create or replace function parley_quiet.release_key() returns trigger language plpgsql as $$
      begin
        new.key := null;
        return new;
      end
    $$;

    create or replace function parley_quiet.lock_keys(specs graphile_worker.job_spec[]) returns void language sql as $$
      insert into graphile_worker._private_jobs as jobs (task_id, key, run_at)
      select tasks.id, spec.job_key, coalesce(spec.run_at, now())
      from unnest(specs) spec join graphile_worker._private_tasks tasks on tasks.identifier = spec.identifier
      where spec.job_key is not null and cardinality(specs) > 1
      order by spec.job_key
      on conflict (key) do update set updated_at = now()
    $$;

    create or replace function parley_quiet.add_announced_jobs(specs graphile_worker.job_spec[])
    returns int language plpgsql as $$
      begin
        perform parley_quiet.lock_keys(specs);
        return (select count(*)::int from graphile_worker.add_jobs(specs));
      end
    $$;
  `);
  const { rowCount } = await client.query(`select from pg_trigger where tgname = 'parley_release_key'`);
  if (rowCount === 0) await client.query(createTrigger);
}

/** Jobs that run at this moment release their keys as well. */
const createTrigger = `
  begin;
  create trigger parley_release_key before update of locked_at on graphile_worker._private_jobs for each row
    when (old.locked_at is null and new.locked_at is not null and new.key is not null)
    execute function parley_quiet.release_key();
  update graphile_worker._private_jobs set key = null where locked_at is not null and key is not null;
  commit;
`;
