import { beforeAll, describe, expect, test } from '@jest/globals';
import { useConnections, useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { automations, search } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { fillTable, searchedColumns } from './fill-table.js';

const testDatabase = useTestDatabase();
/** One connection for searches, which can list its prepared statements. */
const database = useConnections(testDatabase, { searchPoolSize: 1 });
let tenantId: string;

beforeAll(async () => {
  ({ id: tenantId } = await createTenant(testDatabase.database));
  const client = await database.pool.connect();
  try {
    const columns = await searchedColumns(client, automations);
    await fillTable(client, { table: 'automations', tenantId, count: 100_000, columns });
  } finally {
    client.release();
  }
}, 120_000);

async function searchOften(query: string): Promise<number[]> {
  const request = { query, sortBy: 'name:asc', pagination: { limit: 1 } };
  const totals: number[] = [];
  for (let uses = 0; uses < 12; uses += 1) {
    totals.push((await search(createContext(database, tenantId), automations, request)).total);
  }
  return [...new Set(totals)];
}

interface Prepared {
  readonly custom: number;
  readonly generic: number;
}

async function listPrepared(): Promise<Prepared[]> {
  const { rows } = await database.searches.pool.query<Prepared>(
    `select custom_plans::int as custom, generic_plans::int as generic
     from pg_prepared_statements where name like 'search-%' order by prepare_time`,
  );
  return rows;
}

/** For each kind, PostgreSQL would use one plan for both values. */
const shapes = [
  {
    shape: 'a part of a text',
    wide: 'contains(name,"name")',
    narrow: 'contains(name,"name 77777")',
    found: 1,
  },
  {
    shape: 'a range',
    wide: 'gt(createdAt,"2020-01-01T00:00:00.000Z")',
    narrow: 'gt(createdAt,"2026-01-02T03:46:30.000Z")',
    found: 10,
  },
];

describe('a repeated search', () => {
  test.each(shapes)('$shape: is parsed once, and planned for each value', async ({ wide, narrow, found }) => {
    const before = (await listPrepared()).length;
    const [most] = await searchOften(wide);
    expect(most).toBeGreaterThan(99_000);
    expect(await searchOften(narrow)).toEqual([found]);
    expect(await searchOften(wide)).toEqual([most]);
    expect((await listPrepared()).slice(before)).toEqual([{ custom: 29, generic: 0 }]);
  });
});
