import type pg from 'pg';
import { buildIndex } from './build-index.js';
import { planned } from './install-job-lanes.js';
import type { MigrationLockOptions } from './migration-lock.js';

/**
 * Moves the jobs whose time has come to the lanes of their tenants, the oldest first. The later lanes (-1 and 32767) are
 * shared by all tenants, so a tenant with many due jobs would hide the job that another tenant has due after them. When
 * more are due than one claim moves, the claim therefore also moves a few of every tenant. It finds the tenants by an
 * index, beginning at a random place, since it looks at a limited number of them.
 */
export async function installDueJobs(client: pg.Client): Promise<void> {
  await client.query(`
    create or replace function parley_quiet.move_due_jobs(later int) returns void language plpgsql ${planned}
    -- Only the index of tenants has the order of the second statement, so no other index is used for it.
    set enable_sort = off as $$
      declare
        moved int;
        next record;
        start bigint := hashtext(random()::text);
        reached bigint := start;
        upto bigint := 2147483647;
      begin
        if not exists (select from ${dueLater}) then return; end if;
        ${move(`select ctid as place from ${dueLater} order by run_at limit ${maxMoved}`)};
        get diagnostics moved = row_count;
        if moved < ${maxMoved} then return; end if;

        for lookup in 1..${maxTenants} loop
          select ${tenantHash} as tenant, run_at into next from ${ofLaterLanes}
            and ${tenantHash} > reached and ${tenantHash} <= upto
          order by ${tenantHash}, run_at limit 1;
          if found then
            reached := next.tenant;
            if next.run_at <= now() then
              ${move(`select ctid as place from ${ofLaterLanes} and run_at <= now()
                and ${tenantHash} >= next.tenant and ${tenantHash} <= next.tenant
                order by ${tenantHash}, run_at limit ${maxMovedOfTenant}`)};
            end if;
          else
            exit when upto = start;
            reached := -2147483649;
            upto := start;
          end if;
        end loop;
      end
    $$;
  `);
}

/** Finds the jobs of a tenant that are due later. Building it does not block the processes that use the queue. */
export async function indexLaterJobs(
  client: pg.Client,
  report: MigrationLockOptions['report'],
): Promise<void> {
  await buildIndex(client, {
    index: `graphile_worker.${indexName}`,
    statement: `create index concurrently ${indexName}
      on graphile_worker._private_jobs (priority, (${tenantHash}), run_at) where is_available = true and ${isLater}`,
    report,
  });
}

/**
 * The number of due jobs that one claim moves, whichever tenants have them. It is small, because the claim begins only
 * afterwards, and each job that moves is written to every index; it is about as many as a claim takes.
 */
const maxMoved = 100;

/** When more are due, the claim looks at this many tenants, and moves this many further jobs of each: the share of a claim. */
const maxTenants = 24;
const maxMovedOfTenant = 10;

const indexName = 'parley_later_jobs';
const tenantHash = `hashtext(coalesce(payload ->> 'tenantId', ''))`;
const isLater = 'priority in (-1, 32767)';

const ofLane = `graphile_worker._private_jobs where is_available = true and priority = later`;
const dueLater = `${ofLane} and run_at <= now()`;
/** The index is used only when the condition of its rows is repeated, since the lane is a parameter. */
const ofLaterLanes = `${ofLane} and ${isLater}`;

const move = (jobs: string) => `
  with due as materialized (${jobs} for update skip locked)
  update graphile_worker._private_jobs job
  set priority = parley_quiet.lane(coalesce(job.payload ->> 'tenantId', ''), job.priority = 32767, job.run_at)
  from due where job.ctid = due.place`;
