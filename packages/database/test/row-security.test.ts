import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  composedStatement,
  type Database,
  ofAllTenants,
  ofTenant,
  openDatabase,
  runInPrismaTransaction,
  runInTransaction,
} from '../src/index.js';
import { createGuardedDatabase, type GuardedDatabase } from './support/guarded-database.js';

let guarded: GuardedDatabase;
let owner: GuardedDatabase['owner'];
let database: Database;
let own: string;
let other: string;

beforeAll(async () => {
  guarded = await createGuardedDatabase();
  owner = guarded.owner;
  [own, other] = guarded.tenantIds;
});

beforeEach(() => {
  database = openDatabase({ url: guarded.roleUrl, poolSize: 2, declaresTenants: true });
});

afterEach(() => database.close());
afterAll(() => guarded.close());

/** Every table and view with rows of tenants. The catalog is asked here in another way than in the code. */
async function listTenantTables(): Promise<{ table: string; column: string }[]> {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select table_name::text as table, column_name::text as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public'
       and (column_name = 'tenant_id' or (table_name = 'tenants' and column_name = 'id'))
       and table_name not in (select relname from pg_inherits join pg_class on pg_class.oid = inhrelid)
     order by 1`,
  );
  return rows;
}

const countOf = (table: string) =>
  composedStatement<{ count: number }>(`select count(*)::int as count from ${table}`);

describe('a statement without the condition on its tenant', () => {
  test('sees only the rows of its tenant, in every table', async () => {
    const tables = await listTenantTables();
    expect(tables.length).toBeGreaterThan(40);
    const { sql } = ofTenant(database, own);
    for (const { table, column } of tables) {
      const { rows } = await owner.query(`select count(*)::int as count from ${table} where ${column} = $1`, [
        own,
      ]);
      expect({ table, rows: await sql(countOf(table), []) }).toEqual({ table, rows });
    }
  });

  test('sees only these rows in a search, in a transaction and through Prisma too', async () => {
    const view = ofTenant(database, own);
    const rows = [{ tenantId: own }];
    const listed = composedStatement('select distinct tenant_id as "tenantId" from contacts');
    expect(await view.searches.sql(listed, [])).toEqual(rows);
    expect(await runInTransaction(view, ({ sql }) => sql(listed, []))).toEqual(rows);
    const distinct = { select: { tenantId: true }, distinct: 'tenantId' } as const;
    expect(await view.prisma.contact.findMany(distinct)).toEqual(rows);
    expect(await runInPrismaTransaction(view, ({ prisma }) => prisma.contact.findMany(distinct))).toEqual(
      rows,
    );
  });

  test('sees the rows of all tenants where the code declares that it works for all of them', async () => {
    const { sql, prisma } = ofAllTenants(database);
    for (const { table } of await listTenantTables()) {
      const { rows } = await owner.query(countOf(table).text);
      expect({ table, rows: await sql(countOf(table), []) }).toEqual({ table, rows });
    }
    expect(await prisma.tenant.count()).toBe(2);
  });

  test('fails where nothing is declared, also on a connection that has served a tenant', async () => {
    const alone = openDatabase({ url: guarded.roleUrl, poolSize: 1, declaresTenants: true });
    try {
      await expect(alone.sql(countOf('contacts'), [])).rejects.toThrow('parley.tenant_id');
      await ofTenant(alone, own).sql(countOf('contacts'), []);
      await expect(alone.sql(countOf('contacts'), [])).rejects.toThrow('invalid input syntax for type uuid');
      await ofAllTenants(alone).sql(countOf('contacts'), []);
      await expect(alone.prisma.contact.count()).rejects.toThrow('invalid input syntax for type uuid');
    } finally {
      await alone.close();
    }
  });
});

describe('a write', () => {
  const insert = composedStatement(
    `insert into labels (tenant_id, id, name, color) values ($1::uuid, gen_random_uuid(), $2::text, '#000000')`,
  );

  test('for another tenant fails, and changes nothing', async () => {
    const view = ofTenant(database, own);
    await expect(view.sql(insert, [other, 'smuggled'])).rejects.toMatchObject({ code: '42501' });
    await expect(runInTransaction(view, ({ sql }) => sql(insert, [other, 'smuggled']))).rejects.toMatchObject(
      {
        code: '42501',
      },
    );
    await expect(
      view.sql(composedStatement('update labels set tenant_id = $1::uuid'), [other]),
    ).rejects.toMatchObject({
      code: '42501',
    });
    const { rows } = await owner.query('select count(*)::int as count from labels where name = $1', [
      'smuggled',
    ]);
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('without a condition changes only the rows of its tenant', async () => {
    await ofTenant(database, own).sql(composedStatement(`update contacts set first_name = 'changed'`), []);
    const { rows } = await owner.query(
      `select count(*)::int as count from contacts where tenant_id = $1 and first_name = 'changed'`,
      [other],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('that fails leaves the connection usable', async () => {
    const { sql } = ofTenant(database, own);
    for (let round = 0; round < 5; round += 1) {
      await expect(sql(composedStatement('select 1 / 0'), [])).rejects.toMatchObject({ code: '22012' });
      expect(await sql(composedStatement('select 1 as one'), [])).toEqual([{ one: 1 }]);
    }
  });
});

describe('the queue, which declares no tenant', () => {
  const claimLanes = composedStatement<{ lane: number }>(
    `select priority as lane from parley_quiet.claim_jobs('a pool', array(select id from graphile_worker._private_tasks),
       array[9, 9], array[-32769, -1], '{}', '{}', 64, '{}', '{}') order by 1`,
  );

  test('adds jobs to the lanes of their tenants, and moves those that become due there', async () => {
    const { rows } = await owner.query<{ lane: number }>(
      'select parley_quiet.lane(id::text, false, null) as lane from tenants order by 1',
    );
    expect(new Set(rows.map(({ lane }) => lane)).size).toBe(2);
    await database.sql(
      composedStatement(
        `select parley_quiet.add_announced_jobs(array_agg(('tested', json_build_object('tenantId', tenant), null, due,
           null, null, parley_quiet.lane(tenant, false, due), null)::graphile_worker.job_spec))
         from (values ($1::text, now()), ($2::text, now() + interval '1 hour')) given(tenant, due)`,
      ),
      [own, other],
    );
    await owner.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '1 second' where run_at > now()`,
    );
    expect(await database.sql(claimLanes, [])).toEqual(rows);
  });
});
