import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { contacts, type SearchRequest, search } from '../../src/index.js';
import { defaultSizes } from '../../src/sizes.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { createContext, type TestContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { explainAnalyzed, explainStatement, type PlanNode } from './explain-search.js';

/** More contacts than are looked up before the others are collected. */
const sizes = { ...defaultSizes, walkedRows: 10, lookedUpRows: 10, countedRows: 10 };
const count = 300;
/** The oldest contacts, the only ones without the label and the attribute. */
const oldest = ['Person 1', 'Person 2', 'Person 3'];

const long = 'x'.repeat(300);

/** The name of an attribute, the value of almost all contacts, and those of the two oldest; the third has none. */
const otherValues = [
  ['plan', 'free', 'basic', 'pro'],
  ['level', '5', '-5', 'unknown'],
  ['long', long, `${'x'.repeat(299)}a`, `${long}y`],
];

const { database } = useTestDatabase();
let context: TestContext;
let labelIds: string[];

beforeAll(async () => {
  const { id: tenantId } = await createTenant(database);
  context = { ...createContext(database, tenantId), sizes };
  const sql = async (text: string) => (await database.pool.query(text, [tenantId])).rows;
  await sql(
    `insert into contacts (tenant_id, id, first_name, is_subscribed, created_at)
     select $1, ${newIdSql('at')}, 'Person ' || n, n % 2 = 0, at
     from (select n, timestamptz '2026-01-01T00:00Z' + n * interval '1 second' as at
       from generate_series(1, ${count}) n) numbered`,
  );
  // Every contact but the three oldest has the first label, and every second one has the second label.
  labelIds = (
    await sql(`insert into labels (tenant_id, id, name, color)
      select $1, gen_random_uuid(), 'Label ' || n, '#7C3AED' from generate_series(1, 2) n returning id`)
  ).map(({ id }: { id: string }) => id);
  const isOldest = `first_name in (${oldest.map((name) => `'${name}'`).join(', ')})`;
  await sql(
    `insert into contact_labels (tenant_id, contact_id, label_id)
     select $1, id, '${labelIds[0]}'::uuid from contacts where tenant_id = $1 and not ${isOldest}
     union all select $1, id, '${labelIds[1]}'::uuid from contacts where tenant_id = $1 and is_subscribed`,
  );
  await sql(
    `with city as (insert into attributes (tenant_id, id, external_id, name)
       values ($1, gen_random_uuid(), 'city', 'City') returning id)
     insert into attribute_values (tenant_id, contact_id, attribute_id, value)
     select $1, contacts.id, city.id, 'Berlin' from contacts, city where tenant_id = $1 and not ${isOldest}`,
  );
  await sql(
    `with defined as (insert into attributes (tenant_id, id, external_id, name, type)
       values ($1, gen_random_uuid(), 'plan', 'Plan', 'text'), ($1, gen_random_uuid(), 'level', 'Level', 'number'),
         ($1, gen_random_uuid(), 'long', 'Long', 'text') returning id, external_id)
     insert into attribute_values (tenant_id, contact_id, attribute_id, value)
     select $1, contacts.id, defined.id, case
       when not ${isOldest} then common
       when first_name = 'Person 1' then lower_value else higher_value end
     from contacts, defined join (values ${otherValues.map((values) => `('${values.join(`','`)}')`).join(', ')})
       given (name, common, lower_value, higher_value) on given.name = external_id
     where tenant_id = $1 and first_name <> 'Person 3'`,
  );
  await database.pool.query('vacuum analyze contacts, contact_labels, attribute_values');
}, 60_000);

async function find(query: string, request: Omit<SearchRequest, 'query'> = {}) {
  const { records, ...result } = await search(context, contacts, { query, ...request });
  return { names: records.map(({ firstName }) => firstName), ...result };
}

const without = (at: number) => `not(eq(labelId,"${labelIds[at]}"))`;

/** Filters that find the three oldest contacts only, which the default order has last. */
const rare: readonly (readonly [name: string, query: () => string])[] = [
  ['a label that almost all have', () => without(0)],
  ['the name of a label', () => 'ne(labelName,"Label 1")'],
  ['an attribute', () => 'not(eq(attributes.city,"Berlin"))'],
  ['a missing attribute', () => 'isNull(attributes.city)'],
  ['a part of an attribute', () => 'not(contains(attributes.city,"erl"))'],
  ['several values', () => 'not(in(attributes.city,"Berlin","Paris"))'],
  ['one of two', () => `or(${without(0)},isNull(attributes.city))`],
  ['both, as a negated or', () => `not(or(eq(labelId,"${labelIds[0]}"),eq(attributes.city,"Berlin")))`],
  ['both, as a negated and', () => `not(and(eq(labelId,"${labelIds[0]}"),eq(attributes.city,"Berlin")))`],
  ['a negation of a negation', () => `not(not(${without(0)}))`],
  ['another value', () => 'not(eq(attributes.plan,"free"))'],
  ['another value, by its own function', () => 'ne(attributes.plan,"free")'],
  ['another value than a list', () => 'not(in(attributes.plan,"free"))'],
  ['another number, or none', () => 'not(eq(attributes.level,5))'],
  ['another long value', () => `not(eq(attributes.long,"${long}"))`],
  ['one of two other values', () => 'or(ne(attributes.plan,"free"),ne(attributes.level,5))'],
  ['two other values', () => 'and(ne(attributes.plan,"free"),ne(attributes.level,5))'],
  ['an own field as well', () => `and(startsWith(firstName,"Person"),${without(0)})`],
];

describe('a filter that excludes almost all contacts', () => {
  test.each(rare)('finds the others, newest first, with their exact total: %s', async (_, query) => {
    expect(await find(query())).toMatchObject({ names: oldest.toReversed(), total: 3 });
  });

  test.each(rare)('finds them page by page and after a cursor: %s', async (_, query) => {
    const second = await find(query(), { pagination: { limit: 2, page: 1 } });
    expect(second).toMatchObject({ names: ['Person 1'], total: 3 });
    const first = await find(query(), { pagination: { limit: 2, cursor: null, countUpTo: 1 } });
    expect(first).toMatchObject({ names: ['Person 3', 'Person 2'], total: 1, totalIsLowerBound: true });
    const cursor = first.nextCursor ?? '';
    const last = await find(query(), { pagination: { limit: 2, cursor } });
    expect(last).toMatchObject({ names: ['Person 1'], total: 3, nextCursor: null });
  });

  test('finds them together with a searched text', async () => {
    for (const query of ['ne(attributes.plan,"free")', without(0)]) {
      const found = await find(query, { search: 'Person 2' });
      expect(found).toMatchObject({ names: ['Person 2'], total: 1 });
    }
  });

  test('neither finds nor counts a person who is being erased', async () => {
    const { pool } = database;
    const { tenantId } = context;
    const { rows } = await pool.query<{ id: string }>(
      `select id from contacts where tenant_id = $1 and first_name = 'Person 2'`,
      [tenantId],
    );
    const hidden = [tenantId, rows[0]?.id];
    await pool.query(
      'insert into erasures (tenant_id, contact_id, requested_at) values ($1, $2, now())',
      hidden,
    );
    await pool.query(
      'insert into erased_records (tenant_id, contact_id, id, is_file, is_hidden) values ($1, $2, $2, false, true)',
      hidden,
    );
    try {
      for (const query of ['ne(attributes.plan,"free")', 'isNull(attributes.city)', without(0)]) {
        expect(await find(query)).toMatchObject({ names: ['Person 3', 'Person 1'], total: 2 });
      }
    } finally {
      await pool.query('delete from erasures where tenant_id = $1', [tenantId]);
    }
  });

  test.each([
    ['firstName', oldest],
    ['isSubscribed,firstName:desc', ['Person 3', 'Person 1', 'Person 2']],
  ])('sorts them by %s', async (sortBy, names) => {
    expect((await find(without(0), { sortBy })).names).toEqual(names);
    const first = await find(without(0), { sortBy, pagination: { limit: 1, cursor: null } });
    const cursor = first.nextCursor ?? '';
    const others = await find(without(0), { sortBy, pagination: { limit: 2, cursor } });
    expect([...first.names, ...others.names]).toEqual(names);
  });

  test('finds what each part of an `or` finds, once', async () => {
    const query = `or(${without(0)},eq(firstName,"Person 7"),isNull(attributes.city))`;
    expect(await find(query)).toMatchObject({ names: ['Person 7', ...oldest.toReversed()], total: 4 });
  });

  test('joins the tables instead of looking up each contact', async () => {
    const nodes = await explainStatement(database, (capturing) =>
      search({ ...context, database: capturing }, contacts, { query: without(0) }),
    );
    const remaining = JSON.stringify(nodes.find((node) => node['Subplan Name'] === 'CTE remaining'));
    expect(remaining).toMatch(/"Node Type":"(Merge|Hash) Join".+"Join Type":"Anti"/);
    expect(remaining).toContain('"One-Time Filter"');
  });

  test.each([
    ['a label', () => without(0), ['contacts']],
    ['a missing attribute', () => 'isNull(attributes.city)', ['contacts', 'attribute_values']],
    ['another value', () => 'not(eq(attributes.plan,"free"))', ['contacts', 'attribute_values']],
  ])('joins what indexes have, without reading whole tables: %s', async (_, query, tables) => {
    const remaining = (await explainAnalyze(query())).get('CTE remaining');
    expect(remaining?.['Actual Rows']).toBe(3);
    const scans = scansOf(joinOf(remaining)).filter((node) => tables.includes(node['Relation Name'] ?? ''));
    // Whether the row itself is read too depends on the visibility map.
    const kinds = scans.map((node) => node['Node Type'].replace('Only ', ''));
    expect(kinds).toEqual(tables.map(() => 'Index Scan'));
  });
});

describe('a filter that excludes few contacts', () => {
  test('looks up the first contacts only, and collects none', async () => {
    const { names, total } = await find(without(1), { pagination: { limit: 3, countUpTo: 3 } });
    expect(names).toEqual(['Person 299', 'Person 297', 'Person 295']);
    expect(total).toBe(3);
    const executed = await explainAnalyze(without(1));
    expect(executed.get('CTE walked')?.['Actual Rows']).toBe(10);
    expect(JSON.stringify(executed.get('CTE walked'))).not.toContain('"Join Type"');
    expect(executed.get('CTE remaining')?.['Actual Rows']).toBe(0);
    expect(joinOf(executed.get('CTE remaining'))?.['Actual Loops']).toBe(0);
  });

  test('has its exact total', async () => {
    expect(await find(without(1))).toMatchObject({ total: count / 2 });
  });

  test('finds a page that is far away', async () => {
    const { names } = await find(without(1), { pagination: { limit: 10, page: 10 } });
    expect(names[0]).toBe('Person 99');
    expect(names).toHaveLength(10);
  });
});

/** Returns the first node below a plan that joins. */
function joinOf(node: PlanNode | undefined): PlanNode | undefined {
  return node && /Join|Nested Loop/.test(node['Node Type']) ? node : node?.Plans?.map(joinOf).find(Boolean);
}

/** Returns the nodes below a plan that read a table. */
function scansOf(node: PlanNode | undefined): PlanNode[] {
  if (node === undefined) return [];
  return [...(node['Relation Name'] ? [node] : []), ...(node.Plans ?? []).flatMap(scansOf)];
}

/** Returns the plans of the named queries of a page, after it was read. */
async function explainAnalyze(query: string): Promise<Map<string, PlanNode>> {
  const isPage = ({ text }: { text: string }) => text.startsWith('with walked');
  const nodes = await explainAnalyzed(database, isPage, (looking) =>
    search({ ...context, database: looking }, contacts, { query, pagination: { countUpTo: 1 } }),
  );
  return new Map(nodes.map((node) => [node['Subplan Name'] ?? '', node]));
}
