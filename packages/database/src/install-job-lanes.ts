import pg from 'pg';
import { relaxedCommit } from './relaxed-commit.js';

/**
 * Shares the queue fairly among tenants. The priority of a job is its lane: every tenant has one for interactive work
 * and one for bulk work. The queue's own index of waiting jobs begins with the priority, so the next job of a lane, and
 * the next lane with work, are each one lookup, however many jobs wait in other lanes.
 *
 * | priority | lane |
 * |---|---|
 * | -32768 to -2 | interactive work, by the number of the tenant |
 * | -1 | interactive work that is due later |
 * | 0 | the jobs of the queue's cron; no tenant has this lane |
 * | 1 to 32766 | bulk work, by the number of the tenant |
 * | 32767 | bulk work that is due later |
 *
 * The database numbers the tenants (`tenants.lane_number`), so 32,766 tenants have lanes of their own; further tenants
 * share lanes, evenly. Jobs for a tenant that does not exist are in the lane of a hash.
 *
 * Jobs that are due later are in separate lanes; otherwise the claim would have to read the lane of every tenant that has such a job.
 * A claim first moves those whose time has come to the lanes of their tenants (`installDueJobs`).
 */
export async function installJobLanes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  await client.query(`
    -- It reads the tenant with the rights of the owner, because the statements of the queue declare no tenant, which
    -- row-level security would refuse.
    create or replace function parley_quiet.lane(tenant_id text, is_bulk boolean, run_at timestamptz)
    returns smallint language plpgsql stable parallel safe
    security definer set search_path = ${pg.escapeIdentifier(rows[0]?.schema ?? 'public')}, pg_temp as $$
      declare number int;
      begin
        -- The clocks of two machines differ, so a job of the next second counts as due now.
        if run_at > now() + interval '1 second' then return case when is_bulk then 32767 else -1 end; end if;
        if tenant_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
          select lane_number * ${laneStep} into number from tenants where id = tenant_id::uuid;
        end if;
        number := coalesce(number, hashtext(tenant_id) & 2147483647) % 32767;
        return case when is_bulk then number else -2 - number end;
      end
    $$;

    -- The queue retries a job that has failed after a while, and leaves it in its lane. It is moved to the jobs that are
    -- due later, so that no claim reads it again until then.
    create or replace function parley_quiet.put_off_jobs(lane int) returns void language sql as $$
      update graphile_worker._private_jobs job
      set priority = case when lane >= 0 then 32767 else -1 end
      from (
        select ctid as place from graphile_worker._private_jobs
        where is_available = true and priority = lane and run_at > now() + interval '1 second'
        order by run_at limit 100 for update skip locked
      ) later
      where job.ctid = later.place
    $$;

    -- Claims from the lanes between the first and the last in turn, beginning after the lane where the last claim ended.
    -- Each lane gets the same share for each unit of its weight, minus its jobs that already wait in the worker.
    create or replace function parley_quiet.claim_lanes(
      pool text, tasks int[], wanted int, first_lane int, last_lane int, ended_at int,
      held_lanes int[], held_counts int[], most_held int, weighted_lanes int[], weights int[]
    ) returns setof graphile_worker._private_jobs language plpgsql ${planned} as $$
      declare
        lanes int[] := '{}';
        next record;
        reached int := ended_at;
        upto int := last_lane;
        is_second_pass boolean := false;
      begin
        if wanted < 1 then return; end if;
        for lookup in 1..${maxLookups} loop
          exit when cardinality(lanes) = ${maxLanes};
          select priority, run_at into next from graphile_worker._private_jobs
          where is_available = true and priority > reached and priority <= upto order by priority, run_at limit 1;
          if found then
            reached := next.priority;
            if next.run_at <= now() then lanes := lanes || reached;
            elsif next.run_at > now() + interval '1 second' then perform parley_quiet.put_off_jobs(reached);
            end if;
          else
            exit when is_second_pass;
            is_second_pass := true;
            reached := first_lane - 1;
            upto := ended_at;
          end if;
        end loop;

        return query
        with lane as materialized (
          select given.number, coalesce(held.jobs, 0) as held, coalesce(weighted.weight, 1) as weight
          from unnest(lanes) given(number)
          left join unnest(held_lanes, held_counts) held(lane, jobs) on held.lane = given.number
          left join unnest(weighted_lanes, weights) weighted(lane, weight) on weighted.lane = given.number
        ),
        due as materialized (
          select job.place from (select *, sum(weight) over () as total from lane) lane
          cross join lateral (
            select least(ceil(wanted * lane.weight::numeric / lane.total), most_held * lane.weight - lane.held) as size
          ) share
          cross join lateral (
            select place, sum(size) over (order by run_at, id) - size as size_before
            from (
              select ctid as place, id, run_at, parley_quiet.job_size(payload) as size from graphile_worker._private_jobs
              where is_available = true and priority = lane.number and run_at <= now() and task_id = any (tasks)
              order by run_at limit greatest(0, share.size) for update skip locked
            ) oldest
          ) job
          where job.size_before < share.size
          limit wanted
        )
        update graphile_worker._private_jobs job
        set attempts = job.attempts + 1, locked_by = pool, locked_at = now()
        from due where job.ctid = due.place
        returning job.*;
      end
    $$;

    -- A claim does not wait for the disk. After a crash that loses it, the job is claimed again, as when its worker died.
    create or replace function parley_quiet.claim_jobs(
      pool text, tasks int[], wanted int[], ended_at int[], held_lanes int[], held_counts int[],
      most_held int, weighted_lanes int[], weights int[]
    ) returns setof graphile_worker._private_jobs language plpgsql as $$
      begin
        perform ${relaxedCommit}, parley_quiet.move_due_jobs(-1), parley_quiet.move_due_jobs(32767);
        return query select * from parley_quiet.claim_lanes(pool, tasks, wanted[1], -32768, -2, ended_at[1],
          held_lanes, held_counts, most_held, weighted_lanes, weights);
        return query select * from parley_quiet.claim_lanes(pool, tasks, wanted[2], 0, 32766, ended_at[2],
          held_lanes, held_counts, most_held, weighted_lanes, weights);
      end
    $$;

    -- Earlier releases added all jobs with the priority 0.
    update graphile_worker._private_jobs job
    set priority = parley_quiet.lane(job.payload ->> 'tenantId', false, job.run_at)
    where is_available = true and priority = 0 and job.payload ->> 'tenantId' is not null;
  `);
}

/** One claim covers this many tenants; the next claim continues after them. */
const maxLanes = 64;

/** The maximum number of lanes without a due job that one claim examines. The next claim examines others. */
const maxLookups = 2 * maxLanes;

/**
 * Spreads consecutive numbers over all lanes, because a worker that finds nothing continues at a lane far away. The step
 * is 32,767 divided by the golden ratio, and has no common divisor with 32,767: different numbers get different lanes.
 */
const laneStep = 20_252;

/**
 * PostgreSQL may keep a plan that it made while the table was small, so these settings keep the functions from ever
 * reading the whole table.
 */
export const planned =
  'set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan';
