import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { chats, contacts, type Searchable, search } from '../../src/index.js';
import { isListed } from '../../src/search/listed-values.js';
import type { Field } from '../../src/search/searchable.js';
import { createContext } from '../test-context.js';
import { createTenant, createTestDatabase, searchables, type TestDatabase } from '../testkit.js';
import { explainSearch, type PlanNode } from './explain-search.js';
import { fillTable, idOf, searchedColumns } from './fill-table.js';

type PlainField = Exclude<Field, { kind: 'attribute' }>;

/** The smaller a table, the sooner PostgreSQL reads all of it: fewer rows would not make these tests easier to pass. */
const rowCount = 20_000;
const parentId = idOf(1);

let testDatabase: TestDatabase;
let tenantId: string;
/** Partitions of the coming weeks, which are empty, so that reading them completely costs nothing. */
let empty: ReadonlySet<string>;
/** The conditions of the partial indexes. */
let predicates: ReadonlyMap<string, string>;

/** Fills every searched table, and the other tables that its search reads, with the same number of rows. */
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ id: tenantId } = await createTenant(testDatabase.database));
  const tables = searches.map(({ resource }) => resource);
  await Promise.all([fillAll(tables.slice(0, 6)), fillAll(tables.slice(6))]);
  const { rows } = await testDatabase.database.pool.query<{ name: string; predicate: string }>(
    `select indexrelid::regclass::text as name, pg_get_expr(indpred, indrelid) as predicate
     from pg_index where indpred is not null`,
  );
  predicates = new Map(rows.map(({ name, predicate }) => [name, predicate]));
  const partitions = await testDatabase.database.pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relispartition and relkind = 'r' and pg_relation_size(oid) = 0`,
  );
  empty = new Set(partitions.rows.map(({ name }) => name));
}, 240_000);

afterAll(() => testDatabase?.close());

async function fillAll(resources: readonly Searchable<unknown>[]): Promise<void> {
  const client = await testDatabase.database.pool.connect();
  try {
    for (const resource of resources) {
      const { table } = resource;
      for (const filling of besides[table] ?? []) {
        await fillTable(client, { tenantId, count: rowCount, ...filling });
      }
      if (table === 'campaign_recipient_states') continue;
      const columns = { ...(await searchedColumns(client, resource)), ...ownColumns[table] };
      await fillTable(client, { table, tenantId, count: rowCount, columns });
      if (table === 'deliveries') await listDeliveries(client);
      if (resource.states) await copyStates(client, resource.table, resource.states);
    }
  } finally {
    client.release();
  }
}

async function copyStates(
  client: pg.PoolClient,
  table: string,
  { table: copies, key, columns }: NonNullable<Searchable<unknown>['states']>,
): Promise<void> {
  const names = columns.join(', ');
  await client.query(
    `insert into ${copies} (tenant_id, ${key}, ${names}) select tenant_id, id, ${names} from ${table}`,
  );
  await client.query(`vacuum (analyze) ${copies}`);
}

/**
 * Lists deliveries as triggers do for rows that are inserted one by one. Most listed deliveries belong to another
 * webhook.
 */
async function listDeliveries(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into unfinished_deliveries (tenant_id, webhook_id, delivery_id, event_id, status, sequence)
     select tenant_id, webhook_id, id, event_id, status, sequence from deliveries where status = 'pending'
     union all select tenant_id, $1, id, event_id, 'pending', sequence from deliveries`,
    [idOf(2)],
  );
  await client.query(
    `insert into unsuccessful_deliveries (tenant_id, webhook_id, delivery_id, event_id, status)
     select tenant_id, webhook_id, id, event_id, status from deliveries where status = 'canceled'
     union all select tenant_id, $1, id, event_id, 'canceled' from deliveries`,
    [idOf(2)],
  );
  await client.query('vacuum (analyze) unfinished_deliveries, unsuccessful_deliveries');
}

const ownColumns: Readonly<Record<string, Record<string, string>>> = {
  // Few deliveries have a status other than this, and those are listed.
  deliveries: {
    status: `(case n % 1000 when 0 then 'canceled' when 1 then 'pending' else 'succeeded' end)::delivery_status`,
  },
  // The external ids become names of fields.
  attributes: { external_id: `'external_id_' || n` },
};

/** Twenty campaigns, since one has at most 5,000 recipients. */
const campaignId = idOf('1 + n % 20');

const attributeValue = `case when n % 2 = 0 then n::text else 'value ' || n end`;

const besides: Readonly<Record<string, readonly { table: string; columns?: Record<string, string> }[]>> = {
  contacts: [
    { table: 'handles' },
    { table: 'contact_labels' },
    { table: 'attribute_values', columns: { attribute_id: idOf('1 + n % 20'), value: attributeValue } },
  ],
  campaign_recipient_states: [
    { table: 'campaign_recipients', columns: { campaign_id: campaignId } },
    { table: 'campaign_sends', columns: { campaign_id: campaignId, occurrence_id: campaignId } },
    { table: 'campaign_occurrences', columns: { campaign_id: campaignId } },
  ],
};

/** Messages are searched within a chat and by cursor, which has tests of its own. */
const searches = Object.entries(searchables)
  .filter(([name]) => name !== 'searchChatMessages')
  .map(([name, searchableOf]) => ({ name, resource: searchableOf(parentId) }));

/** A field with a lookup has tests of its own. */
const fields = searches.flatMap(({ name, resource }) =>
  Object.entries(resource.fields).flatMap(([fieldName, field]) =>
    field.kind === 'attribute' || 'lookup' in field
      ? []
      : [{ name: `${name} ${fieldName}`, fieldName, field, resource }],
  ),
);

async function explain(
  resource: Searchable<unknown>,
  request: Parameters<typeof explainSearch>[2]['request'],
) {
  return explainSearch(testDatabase.database, resource, { tenantId, request });
}

describe('filtering by a value reads an index on the field', () => {
  test.each(fields)('$name', async ({ fieldName, field, resource }) => {
    const { page, count } = await explain(resource, { query: `eq(${fieldName},${cellText(field)})` });
    expect(fullReads([...page, ...count])).toEqual([]);
    expect(readBy(count)).toMatch(wholeWord(indexedColumn(field, resource)));
  });
});

describe('filtering by a range reads an index on the field', () => {
  const comparable = fields.filter(({ field }) => !field.within && !['boolean', 'enum'].includes(field.kind));
  test.each(comparable)('$name', async ({ fieldName, field, resource }) => {
    const [from, to] = [cellText(field, 5_000), cellText(field, 5_010)];
    const query = `and(gte(${fieldName},${from}),lt(${fieldName},${to}))`;
    const { page, count } = await explain(resource, { query });
    expect(fullReads([...page, ...count])).toEqual([]);
    expect(readBy(count)).toMatch(wholeWord(indexedColumn(field, resource)));
  });
});

describe('the order of an enumeration, and a part of its values, read an index on the field', () => {
  test.each(fields.filter(({ field }) => field.kind === 'enum'))('$name', async (search) => {
    const { fieldName, field, resource } = search;
    const [rare = ''] = field.kind === 'enum' ? field.values.slice(-1) : [];
    for (const query of [`gte(${fieldName},"${rare}")`, `contains(${fieldName},"${rare}")`]) {
      const { page, count } = await explain(resource, { query });
      expect(fullReads([...page, ...count])).toEqual([]);
      expect(readBy(count)).toMatch(wholeWord(indexedColumn(field, resource)));
    }
  });
});

describe('the beginning of an id reads an index on the field', () => {
  test.each(fields.filter(({ field }) => field.kind === 'id'))('$name', async (search) => {
    const { fieldName, field, resource } = search;
    const { page, count } = await explain(resource, {
      query: `startsWith(${fieldName},"${idOf(16).slice(0, -1)}")`,
    });
    expect(fullReads([...page, ...count])).toEqual([]);
    expect(readBy(count)).toMatch(wholeWord(columnName(field)));
  });
});

describe('filtering contacts by an attribute reads an index on its values', () => {
  test.each([
    'eq(attributes.external_id_1,"value 5001")',
    'eq(attributes.external_id_1,5000)',
    'in(attributes.external_id_1,5000,"value 5001")',
    'and(gte(attributes.external_id_1,5000),lt(attributes.external_id_1,5100))',
    'and(gte(attributes.external_id_1,"value 5001"),lt(attributes.external_id_1,"value 5101"))',
  ])('%s', async (query) => {
    const { page, count } = await explain(contacts, { query });
    expect(fullReads([...page, ...count])).toEqual([]);
    const indexes = count.map((node) => node['Index Name']);
    expect(indexes).toContainEqual(expect.stringMatching(/^attribute_values_(text|number)_idx$/));
  });

  test.each(['contains', 'startsWith'])('%s', async (name) => {
    const { page, count } = await explain(contacts, {
      query: `${name}(attributes.external_id_1,"value 5001")`,
    });
    expect(fullReads([...page, ...count])).toEqual([]);
    expect(count.map((node) => node['Index Name'])).toContain('attribute_values_trigram_idx');
  });
});

describe('finding a part of a text reads an index', () => {
  const texts = fields.filter(({ field }) => field.kind === 'text');
  test.each(texts)('$name', async ({ fieldName, field, resource }) => {
    for (const name of ['contains', 'startsWith']) {
      const query = `${name}(${fieldName},${cellText(field)})`;
      const { page, count } = await explain(resource, { query });
      expect(fullReads([...page, ...count])).toEqual([]);
      expect(readBy(count)).toContain('~~*');
      expect(readBy(count)).toMatch(wholeWord(indexedColumn(field, resource)));
    }
  });

  test('of two characters, or another part', async () => {
    const query = 'or(contains(firstName,"zz"),contains(lastName,"last_name 5000"))';
    const { page, count } = await explain(contacts, { query });
    expect(fullReads([...page, ...count])).toEqual([]);
    expect(count.map((node) => node['Index Name'])).toContain('contacts_text_trigram_idx');
  });

  test.each(searches)('$name by search', async ({ resource }) => {
    const { searchColumn } = resource;
    const known = typeof searchColumn === 'object' && 'values' in searchColumn ? searchColumn : undefined;
    const { page, count } = await explain(resource, { search: known?.values.at(-1) ?? 'me 5000' });
    expect(fullReads([...page, ...count])).toEqual([]);
    const ilike = typeof searchColumn === 'string' ? `${searchColumn} ~~*` : '~~*';
    expect(readBy(count)).toContain(known?.column ?? ilike);
  });
});

describe('sorting reads an index in its order', () => {
  const sortable = fields.filter(({ field }) => field.within === undefined);
  test.each(sortable)('$name', async ({ fieldName, field, resource }) => {
    for (const direction of ['asc', 'desc']) {
      const { page } = await explain(resource, { sortBy: `${fieldName}:${direction}` });
      expect(fullReads(page)).toEqual([]);
      if (isComputed(field, resource)) continue;
      expect(isListed(field) ? typesOfEachValue(page) : [outerTypes(page)]).not.toContainEqual(
        expect.arrayContaining(['Sort']),
      );
    }
  });

  test.each(searches)('$name by default', async ({ resource }) => {
    const { page } = await explain(resource, {});
    expect(fullReads(page)).toEqual([]);
    expect(outerTypes(page)).not.toContain('Sort');
  });
});

describe('sorting by a field with few values and another one reads an index for each value', () => {
  test.each([
    ['searchChats', 'status,openUntil:desc'],
    ['searchChats', 'isUnread:desc,updatedAt'],
    ['searchContacts', 'isSubscribed,lastName'],
  ])('%s by %s', async (name, sortBy) => {
    const resource = searches.find((one) => one.name === name)?.resource ?? contacts;
    const { page } = await explain(resource, { sortBy });
    expect(fullReads(page)).toEqual([]);
    expect(typesOfEachValue(page).flat()).not.toContainEqual(expect.stringContaining('Sort'));
  });
});

test('counting chats by their state reads only the states', async () => {
  for (const query of ['eq(status,"open")', 'and(eq(isUnread,true),ne(status,"closed"))']) {
    const { count } = await explain(chats, { query });
    const read = new Set(count.map((node) => node['Relation Name']).filter(Boolean));
    expect(read).toEqual(new Set(['chat_states', 'erased_records']));
  }
});

describe('a page after a cursor reads an index from its position on', () => {
  // A campaign has at most 5,000 recipients, which a view joins with their outcomes.
  const sortable = fields.filter(
    ({ field, resource }) => !field.within && resource.table !== 'campaign_recipient_states',
  );
  test.each(sortable)('$name', async ({ fieldName, field, resource }) => {
    for (const direction of ['asc', 'desc']) {
      const sortBy = `${fieldName}:${direction}`;
      const cursor = await cursorOf(resource, sortBy);
      const { page } = await explain(resource, { sortBy, pagination: { cursor } });
      const reads = page.filter(
        (node) =>
          node['Node Type'].includes('Scan') && node['Relation Name']?.startsWith(tableOf(field, resource)),
      );
      expect(fullReads(page)).toEqual([]);
      expect(reads.length).toBeGreaterThan(0);
      if (isListed(field)) {
        expect(typesOfEachValue(page)).not.toContainEqual(expect.arrayContaining(['Sort']));
        continue;
      }
      const column = wholeWord(columnName(field));
      for (const read of reads) expect(readBy([read])).toMatch(column);
    }
  });

  async function cursorOf(resource: Searchable<unknown>, sortBy: string): Promise<string> {
    const context = createContext(testDatabase.database, tenantId);
    const pagination = { limit: 1, cursor: null, countUpTo: 1 };
    return (await search(context, resource, { sortBy, pagination })).nextCursor ?? '';
  }
});

/** Returns the value of the field in the row of that number; an enum and a boolean have their rare value. */
function cellText(field: PlainField, n = 5_000): string {
  switch (field.kind) {
    case 'id':
      return idOf(n);
    case 'number':
      return String(n);
    case 'boolean':
      return 'true';
    case 'enum':
      return `"${field.values.at(-1)}"`;
    case 'text':
      return `"${columnName(field)}${field.column === 'external_id' ? '_' : ' '}${n}"`;
    default:
      return new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
  }
}

function columnName({ column }: PlainField): string {
  return typeof column === 'string' ? column.replace(/^.*\./, '') : '';
}

/** The outcome of a recipient is computed from the recipients of one campaign, at most 5,000. */
function isComputed(field: PlainField, { table }: Searchable<unknown>): boolean {
  return table === 'campaign_recipient_states' && field.kind === 'enum';
}

function indexedColumn(field: PlainField, resource: Searchable<unknown>): string {
  return isComputed(field, resource) ? 'campaign_id' : columnName(field);
}

/** Returns the table whose index serves the field. */
function tableOf({ column }: PlainField, { table, states }: Searchable<unknown>): string {
  return states && typeof column === 'string' && states.columns.includes(column) ? states.table : table;
}

/** Every index contains the `id` of `tenant_id`. */
function wholeWord(column: string): RegExp {
  return new RegExp(`\\b${column}\\b`);
}

/** Returns the conditions by which the indexes are read, and those of partial indexes. */
function readBy(nodes: readonly PlanNode[]): string {
  return nodes
    .map((node) => `${node['Index Cond'] ?? ''} ${predicates.get(node['Index Name'] ?? '') ?? ''}`)
    .join(' ');
}

/** Returns the nodes that the rows of the page pass through; the order of joined rows does not matter. */
function outerTypes([node]: readonly PlanNode[]): string[] {
  if (node === undefined) return [];
  return [node['Node Type'], ...outerTypes((node.Plans ?? []).slice(0, 1))];
}

/**
 * A listed field is sorted value by value: the last sort has the first rows of each. One part has the rows of values that
 * only a newer release knows, which are read in the same way for each of these values.
 */
function typesOfEachValue(nodes: readonly PlanNode[]): string[][] {
  const append = nodes.find((node) => node['Node Type'] === 'Append');
  const parts = (append?.Plans ?? []).map((part) => outerTypes([perNewerValue(part) ?? part]));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.filter(([type]) => type !== 'Limit')).toEqual([]);
  return parts;
}

function perNewerValue({ 'Node Type': type, Plans: [outer, inner] = [] }: PlanNode): PlanNode | undefined {
  return type === 'Nested Loop' && outer?.['Node Type'] === 'Function Scan' ? inner : undefined;
}

/** Returns the tables that would be read completely. */
function fullReads(nodes: readonly PlanNode[]): string[] {
  return nodes
    .flatMap((node) => (node['Node Type'].endsWith('Seq Scan') ? [node['Relation Name'] ?? ''] : []))
    .filter((table) => !empty.has(table));
}
