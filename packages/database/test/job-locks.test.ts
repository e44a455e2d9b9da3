import { afterAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { runMigrations } from '../src/index.js';

// The connections are closed before the database.
afterAll(() => Promise.all(clients.map((client) => client.end())));
const target = useTestDatabase();
const clients: pg.Client[] = [];

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: target.url });
  clients.push(client);
  await client.connect();
  return client;
}

const query = (text: string, values: unknown[] = []) => target.database.pool.query(text, values);

const addJobs = `select parley_quiet.add_jobs(array_agg(
    ($1::text, '{}', null, now() + interval '1 hour', null, key, null, null)::graphile_worker.job_spec)) as added
  from unnest($2::text[]) key`;

/** Resolves when a connection of the database waits for a lock. */
async function untilBlocked(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await query(waiting)).rowCount === 0);
}

describe('statements that add several jobs with keys', () => {
  test.each([
    ['that are new, of a task that is new', 'first-use', false],
    ['that exist', 'known', true],
  ])(
    'lock keys %s in the order of the keys, regardless of the order of the jobs',
    async (_name, task, isThere) => {
      const keys = ['a', 'b', 'c'].map((letter) => `${task}:${letter}`);
      const [first, middle, last] = keys;
      if (isThere) await query(addJobs, [task, keys]);
      await query(addJobs, ['holder', ['holder:a']]);
      const [holder, adder] = [await connect(), await connect()];
      await holder.query('begin');
      await holder.query(addJobs, ['holder', [middle]]);
      const adding = adder.query(addJobs, [task, [last, middle, first]]);
      await untilBlocked();
      // The adder waits for the middle key and has locked only the first one, so the holder gets the last key at once.
      await holder.query(addJobs, ['holder', [last]]);
      await holder.query('commit');
      expect((await adding).rows).toEqual([{ added: 3 }]);
      const { rows } = await query('select key from graphile_worker.jobs where key = any ($1) order by key', [
        keys,
      ]);
      expect(rows.map(({ key }) => key)).toEqual(keys);
    },
  );

  test('write each existing job once', async () => {
    const keys = ['once:a', 'once:b'];
    await query(addJobs, ['once', keys]);
    await query(`
      create table public.written (id bigint);
      create function count_writes() returns trigger language plpgsql as $$
        begin insert into public.written values (new.id); return new; end $$;
      create trigger count_writes after update on graphile_worker._private_jobs for each row
        execute function count_writes()`);
    try {
      await query(addJobs, ['once', keys]);
      expect((await query('select id from public.written')).rowCount).toBe(2);
    } finally {
      await query('drop function count_writes() cascade; drop table public.written');
    }
  });

  test('store every value that a new job was added with', async () => {
    await query(
      `select parley_quiet.add_jobs(array[
         ('valued', '{"n":1}', 'line', '2030-01-01Z', 7, 'valued:a', 3, '{slow}'),
         ('valued', '{"n":2}', null, null, null, 'valued:b', null, null)]::graphile_worker.job_spec[])`,
    );
    const { rows } = await query(
      `select payload, run_at > now() + interval '1 hour' as "isLater", max_attempts, priority, job_queue_id is not null as "hasQueue", flags
       from graphile_worker._private_jobs where key like 'valued:%' order by key`,
    );
    expect(rows).toEqual([
      {
        payload: { n: 1 },
        isLater: true,
        max_attempts: 7,
        priority: 3,
        hasQueue: true,
        flags: { slow: true },
      },
      { payload: { n: 2 }, isLater: false, max_attempts: 25, priority: 0, hasQueue: false, flags: null },
    ]);
  });
});

describe('while a release replaces the functions of the queue', () => {
  test('jobs can be added at any time', async () => {
    // The state that the previous release left: without the function that locks keys.
    await query(`
      create or replace function parley_quiet.add_jobs(specs graphile_worker.job_spec[], preserve_run_at boolean default false)
      returns int language sql set search_path = parley_quiet, pg_catalog, pg_temp
      as $$ select count(*)::int from graphile_worker.add_jobs(specs, preserve_run_at) $$;
      drop function parley_quiet.lock_keys;
      create function pause() returns event_trigger language plpgsql as $$
        begin
          if exists (select from pg_event_trigger_ddl_commands() where object_identity like 'parley_quiet.lock_keys%')
          then perform pg_advisory_xact_lock(42); end if;
        end $$;
      create event trigger pause on ddl_command_end execute function pause()`);
    const holder = await connect();
    await holder.query('select pg_advisory_lock(42)');
    const migrating = runMigrations(target.url);
    await untilBlocked();
    const adding = query(addJobs, ['meanwhile', ['meanwhile:a', 'meanwhile:b']]);
    await expect(adding).resolves.toMatchObject({ rows: [{ added: 2 }] });
    await holder.query('select pg_advisory_unlock(42)');
    await migrating;
    await query('drop event trigger pause');
    await expect(query(addJobs, ['meanwhile', ['meanwhile:b', 'meanwhile:a']])).resolves.toBeDefined();
  });
});
