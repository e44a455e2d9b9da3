import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readRowSecurity, runMigrations, turnOffRowSecurity, turnOnRowSecurity } from '../src/index.js';
import { inspectDatabase } from '../src/refuse-unless-migrated.js';
import { describeGuardedPartitions } from './guarded-partitions.js';
import { createPartitions } from './support/create-partitions.js';
import { createGuardedDatabase, type GuardedDatabase } from './support/guarded-database.js';
import { interrupt } from './support/interrupt-switch.js';
import { withClient } from './support/sessions.js';
import { describeUnmatchedProcesses } from './unmatched-processes.js';

jest.setTimeout(120_000);

let guarded: GuardedDatabase;
let owner: GuardedDatabase['owner'];

beforeAll(async () => {
  guarded = await createGuardedDatabase();
  owner = guarded.owner;
});

beforeEach(() => turnOnRowSecurity(guarded.ownerUrl));

afterAll(() => guarded.close());

async function listPolicies(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select polrelid::regclass::text as name from pg_policy where polname = 'parley_tenant' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Every table with the id of a tenant. The catalog is asked here in another way than in the code. */
async function listTenantTables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct table_name::text as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and (column_name = 'tenant_id' or table_name = 'tenants')
       and table_name not in (select relname from pg_inherits join pg_class on pg_class.oid = inhrelid)
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe('turnOnRowSecurity', () => {
  test('gives every table with rows of tenants its policy, and graphile-worker keeps its own', async () => {
    const tables = await listTenantTables();
    expect(tables).toEqual(
      expect.arrayContaining(['tenants', 'contacts', 'events', 'deliveries', 'data_keys']),
    );
    expect(await listPolicies()).toEqual(tables);
    expect(await readRowSecurity(guarded.ownerUrl)).toEqual({ state: 'on', unguarded: [] });
    const { rows } = await owner.query(
      `select count(*)::int as count from pg_policies where schemaname = 'graphile_worker' and policyname = $1`,
      [`parley_${guarded.role}`],
    );
    expect(rows).toEqual([{ count: 4 }]);
  });

  test('needs the tenant in every guarded row', async () => {
    const { rows } = await owner.query(
      `select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'tenant_id' and is_nullable = 'YES'`,
    );
    expect(rows).toEqual([]);
  });

  test('leaves no way around: views have the rights of their caller, and few functions those of the owner', async () => {
    const { rows: views } = await owner.query(
      `select relname as name, reloptions as options from pg_class
       where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace`,
    );
    expect(views).toEqual([{ name: 'campaign_recipient_states', options: ['security_invoker=true'] }]);
    const { rows: functions } = await owner.query(
      `select proname as name from pg_proc where prosecdef and pronamespace in (
         'public'::regnamespace, 'parley_quiet'::regnamespace, 'parley_maintenance'::regnamespace) order by 1`,
    );
    // `lane` returns a number of the tenant that the caller names, and nothing of its rows.
    expect(functions).toEqual([{ name: 'create_partition' }, { name: 'drop_partition' }, { name: 'lane' }]);
  });

  test('continues after an interruption, and changes nothing the second time', async () => {
    await owner.query('alter table labels disable row level security; drop policy parley_tenant on chats');
    expect(await readRowSecurity(guarded.ownerUrl)).toEqual({
      state: 'incomplete',
      unguarded: ['chats', 'labels'],
    });
    expect(await turnOnRowSecurity(guarded.ownerUrl)).toEqual(['chats', 'labels']);
    expect(await turnOnRowSecurity(guarded.ownerUrl)).toEqual([]);
  });
});

describe('a policy that shows more rows than it should', () => {
  const policies = [
    ['ours with another condition', 'alter policy parley_tenant on labels using (true)'],
    [
      'ours for some commands only',
      `drop policy parley_tenant on labels;
      create policy parley_tenant on labels for select using (true)`,
    ],
  ] as const;

  test.each(policies)('is a gap, and is replaced: %s', async (_, change) => {
    await owner.query(change);
    expect(await readRowSecurity(guarded.ownerUrl)).toEqual({ state: 'incomplete', unguarded: ['labels'] });
    await expect(inspectDatabase(guarded.roleUrl, 'on')).rejects.toThrow(/: labels\. /);
    expect(await turnOnRowSecurity(guarded.ownerUrl)).toEqual(['labels']);
    await inspectDatabase(guarded.roleUrl, 'on');
  });

  test.each(['labels', 'events'])('is a gap, and stays, if it is not ours: %s', async (table) => {
    await owner.query(`create policy open_house on ${table} using (true)`);
    try {
      expect(await readRowSecurity(guarded.ownerUrl)).toEqual({ state: 'incomplete', unguarded: [table] });
      const problem = `${table} (open_house)`;
      await expect(inspectDatabase(guarded.roleUrl, 'on')).rejects.toThrow(problem);
      await expect(turnOnRowSecurity(guarded.ownerUrl)).rejects.toThrow(problem);
    } finally {
      await owner.query(`drop policy open_house on ${table}`);
    }
    await owner.query(`create policy closed_house on ${table} as restrictive using (true)`);
    await inspectDatabase(guarded.roleUrl, 'on');
    await owner.query(`drop policy closed_house on ${table}`);
  });
});

describe('a migration', () => {
  test('guards its new tables where row-level security is on', async () => {
    await owner.query('create table later (tenant_id uuid not null)');
    try {
      await runMigrations(guarded.ownerUrl);
      expect(await listPolicies()).toContain('later');
    } finally {
      await owner.query('drop table later');
    }
  });

  test('guards nothing where it is off', async () => {
    await turnOffRowSecurity(guarded.ownerUrl);
    await runMigrations(guarded.ownerUrl);
    expect(await readRowSecurity(guarded.ownerUrl)).toMatchObject({ state: 'off' });
  });
});

describe('turnOffRowSecurity', () => {
  test('removes every policy, and a process that declares nothing works again', async () => {
    await turnOffRowSecurity(guarded.ownerUrl);
    expect(await listPolicies()).toEqual([]);
    expect(await readRowSecurity(guarded.ownerUrl)).toMatchObject({ state: 'off' });
    const { rows } = await owner.query(
      `select relname from pg_class where (relrowsecurity or (relkind = 'v' and reloptions is not null)) and relnamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([]);
    const made = await withClient(guarded.roleUrl, createPartitions);
    expect(made.length).toBeGreaterThan(0);
    await inspectDatabase(guarded.roleUrl, 'off');
  });
});

describe('an interrupted `off`', () => {
  test('has released the tenants first, and the next migration does not undo it', async () => {
    await interrupt(
      guarded,
      () => turnOffRowSecurity(guarded.ownerUrl),
      async () => expect(await listPolicies()).not.toContain('tenants'),
    );
    await turnOnRowSecurity(guarded.ownerUrl);
    await owner.query('drop policy parley_tenant on tenants; alter table tenants disable row level security');
    await runMigrations(guarded.ownerUrl);
    expect(await readRowSecurity(guarded.ownerUrl)).toEqual({ state: 'incomplete', unguarded: ['tenants'] });
  });
});

describeGuardedPartitions(() => guarded);
describeUnmatchedProcesses(() => guarded);
