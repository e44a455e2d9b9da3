import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { contacts, type SearchRequest, search } from '../../src/index.js';
import { defaultSizes } from '../../src/sizes.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { createContext, type TestContext } from '../test-context.js';
import { createTenant } from '../testkit.js';

const { database } = useTestDatabase();
let context: TestContext;
let query: string;

/** More contacts have the label than are looked up before the others are collected. */
const groups = [
  { prefix: 'A', count: 3, isSubscribed: false, isLabelled: false },
  { prefix: 'B', count: 30, isSubscribed: false, isLabelled: true },
  { prefix: 'C', count: 12, isSubscribed: false, isLabelled: false },
  { prefix: 'D', count: 15, isSubscribed: true, isLabelled: false },
  { prefix: null, count: 15, isSubscribed: true, isLabelled: false },
] as const;

beforeAll(async () => {
  const { id: tenantId } = await createTenant(database);
  context = { ...createContext(database, tenantId), sizes: { ...defaultSizes, walkedRows: 10 } };
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into labels (tenant_id, id, name, color) values ($1, gen_random_uuid(), 'Label', '#7C3AED') returning id`,
    [tenantId],
  );
  const labelId = rows[0]?.id;
  query = `not(eq(labelId,"${labelId}"))`;
  for (const { prefix, count, isSubscribed, isLabelled } of groups)
    await database.pool.query(
      `with added as (
         insert into contacts (tenant_id, id, first_name, is_subscribed, created_at)
         select $1, ${newIdSql('at')}, $2::text || to_char(n, 'FM0000'), $3, at
         from (select n, timestamptz '2026-01-01T00:00Z' + n * interval '1 second' as at
           from generate_series(1, $4::int) n) numbered returning id)
       insert into contact_labels (tenant_id, contact_id, label_id)
       select $1, id, $5::uuid from added where $6`,
      [tenantId, prefix, isSubscribed, count, labelId, isLabelled],
    );
}, 60_000);

async function find(sortBy: string, pagination: Required<SearchRequest>['pagination']) {
  const { records, nextCursor } = await search(context, contacts, { query, sortBy, pagination });
  return { names: records.map(({ firstName }) => firstName), nextCursor };
}

/** The names of all pages, one after another. */
async function walk(sortBy: string): Promise<(string | null)[]> {
  const names = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page: Awaited<ReturnType<typeof find>> = await find(sortBy, { limit: 2, cursor });
    names.push(...page.names);
    cursor = page.nextCursor ?? undefined;
  }
  return names;
}

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(4, '0')}`);
const unnamed = Array.from({ length: 15 }, () => null);
const byName = [...named('A', 3), ...named('C', 12), ...named('D', 15)];

/** In each order, the contacts with the label come before others in one part, and another part fills a page. */
const orders = [
  ['isSubscribed,firstName', [...byName, ...unnamed]],
  ['firstName', [...byName, ...unnamed]],
  ['firstName,isSubscribed:desc', [...byName, ...unnamed]],
] as const;

describe('a filter that excludes all of the first rows of a part of the order', () => {
  test.each(orders)('skips no row, by page number: %s', async (sortBy, names) => {
    expect((await find(sortBy, { limit: 10, page: 0 })).names).toEqual(names.slice(0, 10));
    expect((await find(sortBy, { limit: 10, page: 1 })).names).toEqual(names.slice(10, 20));
  });

  test.each(orders)('skips no row, after a cursor: %s', async (sortBy, names) => {
    expect(await walk(sortBy)).toEqual(names);
  });
});
