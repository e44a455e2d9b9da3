import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import {
  createTestDatabase,
  type TestDatabase,
  withoutTables,
} from '../../testkit/src/database/create-test-database.js';
import { waitUntil } from '../../testkit/src/wait-until.js';
import {
  dropPartitions,
  firstIdAt,
  listPartitions,
  makePartitions,
  openDatabase,
  prepareRole,
  refuseUnlessMigrated,
  runMigrations,
} from '../src/index.js';
import { createPartitions } from './support/create-partitions.js';
import { fillTenant } from './support/fill-tenant.js';
import { isAnyoneWaiting, withClient } from './support/sessions.js';
import { nameOf } from './support/use-databases.js';

jest.setTimeout(120_000);

// Roles belong to the whole server.
const suffix = randomBytes(4).toString('hex');
const role = `app "of" parley ${suffix}`;
const unprivileged = `unprivileged_${suffix}`;
const ownerRole = `owner_${suffix}`;
const policy = pg.escapeIdentifier(`parley_${role}`);
const almighty = `almighty_${suffix}`;

let target: TestDatabase;
let ownerUrl: string;
let roleUrl: string;
let owner: pg.Client;

beforeAll(async () => {
  target = await createTestDatabase({ template: withoutTables });
  const { pool } = target.database;
  for (const name of [role, unprivileged, ownerRole])
    await pool.query(`create role ${pg.escapeIdentifier(name)} login password 'secret'`);
  await pool.query(`create role ${almighty} superuser`);
  await pool.query(`alter database ${nameOf(target.url)} owner to ${ownerRole}`);
  ownerUrl = withUser(ownerRole);
  roleUrl = withUser(role);
  await runMigrations(ownerUrl);
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
});

beforeEach(() => prepareRole({ ownerUrl, role }));

afterAll(async () => {
  await owner.end();
  await target.database.pool.query(`alter database ${nameOf(target.url)} owner to current_user`);
  for (const name of [role, unprivileged, ownerRole, almighty].map(pg.escapeIdentifier))
    await target.database.pool.query(`drop owned by ${name} cascade; drop role ${name}`);
  await target.close();
});

describe('a role that owns nothing', () => {
  test('reads and writes every table of the service, through Prisma and through SQL, and adds jobs', async () => {
    await refuseUnlessMigrated(roleUrl);
    const database = openDatabase({ url: roleUrl, poolSize: 1 });
    try {
      const { tenantId } = await fillTenant(database.prisma);
      expect(await database.prisma.contact.count({ where: { tenantId } })).toBeGreaterThan(0);
      await database.pool.query(`select graphile_worker.add_job('tested')`);
      const { rows } = await database.pool.query(
        'select count(*)::int as count from graphile_worker._private_jobs',
      );
      expect(rows).toEqual([{ count: 1 }]);
    } finally {
      await database.close();
    }
  });

  test('creates and drops partitions, which it can read at once, and which belong to the owner', async () => {
    await withClient(roleUrl, async (client) => {
      const before = (await listPartitions(client)).length;
      const made = await createPartitions(client);
      expect(made.length).toBeGreaterThanOrEqual(6);
      for (const name of made) await client.query(`select from ${pg.escapeIdentifier(name)}`);
      const { rows } = await client.query(
        'select distinct tableowner from pg_tables where tablename = any ($1)',
        [made],
      );
      expect(rows).toEqual([{ tableowner: ownerRole }]);
      const last = (await listPartitions(client)).at(-1)?.until.getTime() ?? 0;
      const { dropped } = await dropPartitions(client, new Date(last + 30 * 24 * 60 * 60 * 1_000));
      expect(dropped).toHaveLength(before + made.length);
      await makePartitions(client, new Date());
    });
  });

  test('gets its policies while the tables of the queue are in use, and others can use the tables meanwhile', async () => {
    const table = 'graphile_worker._private_jobs';
    await owner.query(`drop policy ${policy} on ${table}`);
    await withClient(ownerUrl, async (guest) => {
      const isWaiting = () => isAnyoneWaiting(guest);
      await guest.query('begin');
      await guest.query(`select from ${table}`);
      const preparing = prepareRole({ ownerUrl, role });
      await waitUntil(isWaiting);
      await waitUntil(async () => !(await isWaiting()));
      await guest.query('commit');
      await preparing;
    });
    await refuseUnlessMigrated(roleUrl);
    const { rowCount } = await owner.query(
      `select from pg_policies where schemaname || '.' || tablename = $1 and $2 = any (roles)`,
      [table, role],
    );
    expect(rowCount).toBe(1);
  });

  test('cannot create or drop a table, change a policy, record a migration or read another schema', async () => {
    await owner.query('create schema if not exists elsewhere');
    await owner.query('create table if not exists elsewhere.secrets (id int)');
    await withClient(roleUrl, async (client) => {
      for (const statement of [
        'create table mine (id int)',
        'create schema mine',
        'drop table contacts',
        'alter table contacts add column mine int',
        'truncate contacts',
        `drop policy ${policy} on graphile_worker._private_jobs`,
        'delete from _prisma_migrations',
        'delete from graphile_worker.migrations',
        'select from elsewhere.secrets',
        'create function parley_maintenance.mine() returns int language sql return 1',
      ])
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    });
  });

  test('cannot drop or create any other table through the functions that run as the owner', async () => {
    await withClient(roleUrl, async (client) => {
      const drop = (name: string) => client.query('select parley_maintenance.drop_partition($1)', [name]);
      for (const name of ['contacts', 'events', '_prisma_migrations'])
        await expect(drop(name)).rejects.toThrow(`${name} is not a partition`);
      await drop('events_19700101');
      const create = (parent: string, name: string) =>
        client.query(
          'select parley_maintenance.create_partition($1, $2, gen_random_uuid(), gen_random_uuid())',
          [parent, name],
        );
      await expect(create('contacts', 'contacts_20260101')).rejects.toThrow(
        'cannot be a partition of contacts',
      );
      await expect(create('events', 'events_1; drop table contacts')).rejects.toThrow(
        'cannot be a partition',
      );
    });
    await expect(
      withClient(withUser(unprivileged), (client) =>
        client.query(`select parley_maintenance.drop_partition('x')`),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('a table of the caller does not change the positions of events', async () => {
    await withClient(roleUrl, async (client) => {
      await client.query('create temp table installation (event_position_base bigint)');
      await client.query('insert into installation values (1000000000000)');
      const { rows } = await client.query('select next_event_position() < 1000000000000 as "isOurs"');
      expect(rows).toEqual([{ isOurs: true }]);
    });
  });

  test('the search path of a caller does not redirect the functions that run as the owner', async () => {
    await withClient(roleUrl, async (client) => {
      await client.query('create temp table events (id uuid) partition by range (id)');
      await client.query(`select parley_maintenance.create_partition('events', 'events_29990101', $1, $2)`, [
        firstIdAt(new Date('2999-01-01')),
        firstIdAt(new Date('2999-01-08')),
      ]);
      const { rows } = await client.query(
        `select inhparent = 'public.events'::regclass as "isOurs" from pg_inherits
         where inhrelid = 'public.events_29990101'::regclass`,
      );
      expect(rows).toEqual([{ isOurs: true }]);
    });
  });
});

describe('prepareRole', () => {
  test('can be repeated, and mends what was revoked', async () => {
    const policies = () => owner.query('select oid from pg_policy order by oid').then(({ rows }) => rows);
    const before = await policies();
    await owner.query(`revoke all on contacts from ${pg.escapeIdentifier(role)}`);
    await prepareRole({ ownerUrl, role });
    await refuseUnlessMigrated(roleUrl);
    expect(await policies()).toEqual(before);
    expect(before).toHaveLength(4);
  });

  test('grants the functions of the tables where everybody lacks them', async () => {
    await owner.query('revoke execute on all functions in schema public from public');
    await prepareRole({ ownerUrl, role });
    await refuseUnlessMigrated(roleUrl);
    await withClient(roleUrl, (client) => client.query('select next_event_position()'));
  });

  test('refuses a role that does not exist, or to which row-level security and ownership do not apply', async () => {
    await expect(prepareRole({ ownerUrl, role: 'nobody' })).rejects.toThrow(
      `The role "nobody" does not exist. Create it first: create role "nobody" login password '…'`,
    );
    await expect(prepareRole({ ownerUrl, role: almighty })).rejects.toThrow(
      new RegExp(`^The role "${almighty}" is a superuser, `),
    );
  });

  test('does not change the owner', async () => {
    await prepareRole({ ownerUrl, role: ownerRole });
    await refuseUnlessMigrated(ownerUrl);
  });
});

describe('refuseUnlessMigrated', () => {
  test.each([
    ['revoke insert on contacts from %R', 'insert on contacts'],
    ['revoke usage on schema graphile_worker from %R', 'usage on schema graphile_worker'],
    [
      'revoke execute on all functions in schema parley_maintenance from %R',
      'execute on create_partition, execute on drop_partition',
    ],
    [
      'drop policy "parley_app ""of"" parley" on graphile_worker._private_tasks',
      'a policy on graphile_worker._private_tasks',
    ],
    ['revoke execute on function next_event_position from public, %R', 'execute on next_event_position'],
    ['revoke select on _prisma_migrations from %R', 'select on _prisma_migrations'],
  ])('names what is missing after: %s', async (statement, missing) => {
    await owner.query(
      statement.replace('%R', pg.escapeIdentifier(role)).replace('"parley_app ""of"" parley"', policy),
    );
    await expect(refuseUnlessMigrated(roleUrl)).rejects.toThrow(
      `The role "${role}" lacks rights: ${missing}. Grant them as the owner: DATABASE_ADMIN_URL=… DATABASE_ROLE=${role} npm run migrate`,
    );
  });

  test('names three of many missing rights, for a role that was never prepared', async () => {
    await expect(refuseUnlessMigrated(withUser(unprivileged))).rejects.toThrow(
      /^The role "unprivileged_\w+" lacks rights: usage on schema graphile_worker, .+, .+ and \d+ more\. /,
    );
  });
});

describe('a search_path that begins with another schema', () => {
  beforeAll(() => owner.query('create schema "first one"'));

  const withSearchPath = (url: string, path: string) => {
    const changed = new URL(url);
    changed.searchParams.set('options', `-c search_path=${path}`);
    return changed.toString();
  };

  test.each<[string, (url: string) => Promise<unknown>]>([
    ['migrations', runMigrations],
    ['the start of a process', refuseUnlessMigrated],
  ])('is refused by %s in one line, and nothing is created there', async (_, work) => {
    await expect(work(withSearchPath(ownerUrl, '"first\\ one",public'))).rejects.toThrow(
      `The tables must be in the schema "public", but the search_path of the role "${ownerRole}" begins with "first one". ` +
        `Change it: alter role "${ownerRole}" in database "${nameOf(target.url)}" set search_path = public`,
    );
    const { rows } = await owner.query(
      `select relname from pg_class where relnamespace = '"first one"'::regnamespace`,
    );
    expect(rows).toEqual([]);
  });

  test('is refused when it is empty', async () => {
    await expect(refuseUnlessMigrated(withSearchPath(ownerUrl, ''))).rejects.toThrow(
      `but the search_path of the role "${ownerRole}" is empty. `,
    );
  });
});

function withUser(user: string): string {
  const url = new URL(target.url);
  url.username = encodeURIComponent(user);
  url.password = 'secret';
  return url.toString();
}
