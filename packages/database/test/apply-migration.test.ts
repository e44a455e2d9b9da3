import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { startSilentProxy } from '../../testkit/src/database/silent-proxy.js';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { applyMigration } from '../src/apply-migration.js';
import { diagnoseMigrations, listPartitions, resolveMigration, runMigrations } from '../src/index.js';
import { withMigrationLock } from '../src/migration-lock.js';
import { readMigrations } from '../src/read-migrations.js';
import { connect, isAnyoneWaiting } from './support/sessions.js';

jest.setTimeout(120_000);

// The connections are closed before the database.
afterAll(() => Promise.all([client.end(), guest.end()]));
const target = useTestDatabase();
let url: string;
let client: pg.Client;
let guest: pg.Client;

beforeAll(async () => {
  url = target.url;
  client = await connect(url);
  guest = await connect(url);
});

describe('applyMigration', () => {
  test('is retried while a table is locked, so that others can use the table meanwhile', async () => {
    await guest.query('begin');
    await guest.query('select from tenants');
    const migrating = applyMigration(client, migration('1_waits', 'alter table tenants add waited int'));
    await waitUntil(() => isWaiting(true));
    // The attempt ends before the lock is free, and a reader that came later is served.
    await waitUntil(() => isWaiting(false));
    await guest.query('commit');
    await migrating;
    expect(await listColumns('waited')).toBe(1);
  });

  test('so are the migrations of the queue', async () => {
    await guest.query('begin');
    await guest.query('lock table graphile_worker.migrations');
    const migrating = runMigrations(url);
    // Before it comes to the queue, it compares all migrations with those that are applied.
    await waitUntil(() => isWaiting(true));
    await waitUntil(() => isWaiting(false));
    await guest.query('commit');
    expect(await migrating).toEqual([]);
  });

  test('an index of the queue that an interrupted run has left is created again, with a report', async () => {
    const index = 'graphile_worker.parley_later_jobs';
    await client.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [index]);
    const reports: string[] = [];
    const report = (line: string) => reports.push(line);
    for (const _ of ['invalid', 'valid']) await runMigrations(url, { report });
    expect(reports).toEqual([`Creating the index ${index}`]);
    const { rows } = await client.query('select indisvalid from pg_index where indexrelid = $1::regclass', [
      index,
    ]);
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test('a failure says that nothing of the migration is left', async () => {
    const script = 'alter table tenants add left_over int; select nonsense';
    await expect(applyMigration(client, migration('2_fails', script))).rejects.toThrow(
      'Migration 2_fails failed: column "nonsense" does not exist. It was rolled back, and the database is as it was before. ' +
        'Correct the cause, then run the migrations again.',
    );
    expect(await listColumns('left_over')).toBe(0);
  });
});

describe('online.sql', () => {
  test('builds an index of each partition, which the index of the table adopts', async () => {
    const online = `-- For each partition of "events".
CREATE INDEX CONCURRENTLY IF NOT EXISTS "{partition}_adopted_idx" ON "{partition}"("created_at");\n`;
    const script = 'CREATE INDEX IF NOT EXISTS "events_adopted_idx" ON "events"("created_at")';
    await applyMigration(client, { ...migration('5_partitions', script), online });
    const { rows } = await client.query<{ name: string; isAdopted: boolean }>(
      `select child.relname as name, parent.inhparent = 'events_adopted_idx'::regclass as "isAdopted"
       from pg_class child join pg_inherits parent on parent.inhrelid = child.oid
       where child.relname like '%\\_adopted\\_idx' order by child.relname`,
    );
    const partitions = (await listPartitions(client)).filter(({ table }) => table === 'events');
    expect(partitions.length).toBeGreaterThan(1);
    expect(rows.map(({ name }) => name).sort()).toEqual(
      partitions.map(({ name }) => `${name}_adopted_idx`).sort(),
    );
    expect(rows.every(({ isAdopted }) => isAdopted)).toBe(true);
  });

  test.each([
    ['"tenants_quoted"', 'tenants_quoted'],
    ['Tenants_Plain', 'tenants_plain'],
  ])(
    'builds the index %s, and builds it again if an interrupted run has left it invalid',
    async (name, index) => {
      const online = `-- Why.\ncreate unique index concurrently\n  if not exists ${name} on tenants (id);\n`;
      await applyMigration(client, { ...migration(`6_${index}`, 'select'), online });
      await client.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [index]);
      await applyMigration(client, { ...migration(`7_${index}`, 'select'), online });
      expect(await isValid(index)).toBe(true);
    },
  );
});

describe('two processes that migrate', () => {
  test('the second reports that it waits, and names the owner of the lock when its time is over', async () => {
    await guest.query('begin');
    await guest.query('select pg_advisory_xact_lock(7052001)');
    const { rows } = await guest.query<{ pid: number }>('select pg_backend_pid() as pid');
    const reports: string[] = [];
    const options = { report: (line: string) => reports.push(line), waitMs: 0 };
    await expect(runMigrations(url, options)).rejects.toThrow(`PostgreSQL's process ${rows[0]?.pid}`);
    const patient = runMigrations(url, { report: options.report });
    await waitUntil(async () => reports.length > 0);
    await guest.query('rollback');
    expect(await patient).toEqual([]);
    expect(reports).toEqual(['Another process migrates this database; waiting for it.']);
  });
});

describe('a process that loses the connection with the lock', () => {
  const endOwner = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7052001
    and database = (select oid from pg_database where datname = current_database())`;

  test('stops, says so, and commits nothing more', async () => {
    const migrating = withMigrationLock(url, {}, async (worker) => {
      await applyMigration(worker, migration('3_first', 'alter table tenants add committed int'));
      await guest.query('begin');
      await guest.query('select from tenants');
      await applyMigration(worker, migration('4_second', 'alter table tenants add uncommitted int'));
    });
    const failed = expect(migrating).rejects.toThrow(
      'The connection that holds the lock of migrations was lost',
    );
    await waitUntil(() => isWaiting(true));
    await guest.query(endOwner);
    await failed;
    await guest.query('commit');
    // The next process gets the lock at once, and finds no session of the first one.
    await withMigrationLock(url, { waitMs: 0 }, async () => undefined);
    await waitUntil(() => isWaiting(false));
    expect([await listColumns('committed'), await listColumns('uncommitted')]).toEqual([1, 0]);
  });

  test('ends an index that is created concurrently, and the next run creates it again', async () => {
    const online = 'create index concurrently if not exists "tenants_lost" on tenants (name);\n';
    const creating = { ...migration('5_index', 'select'), online };
    await guest.query('begin');
    await guest.query('update tenants set name = name where false');
    const migrating = withMigrationLock(url, {}, (worker) => applyMigration(worker, creating));
    const failed = expect(migrating).rejects.toThrow(
      'The connection that holds the lock of migrations was lost',
    );
    await waitUntil(() => isCreating('tenants_lost'));
    await guest.query(endOwner);
    await failed;
    // The transaction that the creation waits for is still open.
    await waitUntil(async () => !(await isCreating('tenants_lost')));
    await guest.query('commit');
    expect(await isValid('tenants_lost')).toBe(false);
    await withMigrationLock(url, { waitMs: 0 }, (worker) => applyMigration(worker, creating));
    expect(await isValid('tenants_lost')).toBe(true);
  });

  test('a connection that is lost without a message is noticed as well', async () => {
    const proxy = await startSilentProxy(url);
    try {
      const migrating = withMigrationLock(proxy.url, { probeEveryMs: 50 }, async () => {
        proxy.swallow();
        await new Promise(() => undefined);
      });
      await expect(migrating).rejects.toThrow('The connection that holds the lock of migrations was lost');
    } finally {
      await proxy.close();
    }
  });
});

describe('resolveMigration', () => {
  test('records an unfinished migration as rolled back, and the next run applies it', async () => {
    const name = await leaveUnfinished();
    await expect(runMigrations(url)).rejects.toThrow(`npm run migrate -- resolve ${name}`);
    await resolveMigration(url, name, 'rolled-back');
    expect(await diagnoseMigrations(url)).toMatchObject({ pending: [name], failed: [] });
  });

  test('records an unfinished migration as applied, and the database is up to date', async () => {
    const name = await leaveUnfinished();
    await resolveMigration(url, name, 'applied');
    expect(await diagnoseMigrations(url)).toMatchObject({ pending: [], failed: [] });
  });

  test('refuses a migration that is unknown or finished', async () => {
    await expect(resolveMigration(url, 'unknown', 'applied')).rejects.toThrow(
      'has no migration with the name',
    );
    const [first] = await readMigrations();
    await expect(resolveMigration(url, first?.name ?? '', 'applied')).rejects.toThrow('nothing to resolve');
  });
});

/** Leaves the record that Prisma's own command leaves when it is interrupted. */
async function leaveUnfinished(): Promise<string> {
  const name = (await readMigrations()).at(-1)?.name ?? '';
  await client.query('delete from _prisma_migrations where migration_name = $1', [name]);
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name) values (gen_random_uuid(), 'x', $1)`,
    [name],
  );
  return name;
}

function migration(name: string, script: string) {
  return { name, script, checksum: 'x' };
}

async function isWaiting(expected: boolean): Promise<boolean> {
  return (await isAnyoneWaiting(guest)) === expected;
}

async function listColumns(name: string): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'tenants'::regclass and attname = $1`,
    [name],
  );
  return rowCount ?? 0;
}

async function isCreating(index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()`,
    [`create index concurrently%"${index}"%`],
  );
  return rowCount !== 0;
}

async function isValid(index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0]?.isValid;
}
