import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { chats, contacts, type Searchable, search } from '../../src/index.js';
import { isListed } from '../../src/search/listed-values.js';
import { createContext } from '../test-context.js';
import { createTenant, searchables } from '../testkit.js';
import { explainSearch, type PlanNode } from './explain-search.js';
import { cellText, columnName, indexedColumn, isComputed, tableOf, wholeWord } from './field-facts.js';
import { fillSearchedTables } from './fill-searched-tables.js';
import { idOf } from './fill-table.js';
import { type IndexFacts, loadIndexFacts } from './index-facts.js';

const parentId = idOf(1);

const { database } = useTestDatabase();
let tenantId: string;
let facts: IndexFacts;

beforeAll(async () => {
  ({ id: tenantId } = await createTenant(database));
  const tables = searches.map(({ resource }) => resource);
  const fill = (resources: typeof tables) => fillSearchedTables(database, tenantId, resources);
  await Promise.all([fill(tables.slice(0, 6)), fill(tables.slice(6))]);
  facts = await loadIndexFacts(database);
}, 240_000);

/** These are searched by cursor only, which has tests of its own. */
const byCursor = ['searchChatMessages', 'searchChatNotes', 'searchEvents', 'searchMessages'];

const searches = Object.entries(searchables)
  .filter(([name]) => !byCursor.includes(name))
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
  return explainSearch(database, resource, { tenantId, request });
}

describe('filtering by a value reads an index on the field', () => {
  test.each(fields)('$name', async ({ fieldName, field, resource }) => {
    const { page, count } = await explain(resource, { query: `eq(${fieldName},${cellText(field)})` });
    expect(facts.fullReads([...page, ...count])).toEqual([]);
    expect(facts.readBy(count)).toMatch(wholeWord(indexedColumn(field, resource)));
  });
});

describe('filtering by a range reads an index on the field', () => {
  const comparable = fields.filter(({ field }) => !field.within && !['boolean', 'enum'].includes(field.kind));
  test.each(comparable)('$name', async ({ fieldName, field, resource }) => {
    const [from, to] = [cellText(field, 5_000), cellText(field, 5_010)];
    const query = `and(gte(${fieldName},${from}),lt(${fieldName},${to}))`;
    const { page, count } = await explain(resource, { query });
    expect(facts.fullReads([...page, ...count])).toEqual([]);
    expect(facts.readBy(count)).toMatch(wholeWord(indexedColumn(field, resource)));
  });
});

describe('the order of an enumeration, and a part of its values, read an index on the field', () => {
  test.each(fields.filter(({ field }) => field.kind === 'enum'))('$name', async (search) => {
    const { fieldName, field, resource } = search;
    const [rare = ''] = field.kind === 'enum' ? field.values.slice(-1) : [];
    for (const query of [`gte(${fieldName},"${rare}")`, `contains(${fieldName},"${rare}")`]) {
      const { page, count } = await explain(resource, { query });
      expect(facts.fullReads([...page, ...count])).toEqual([]);
      expect(facts.readBy(count)).toMatch(wholeWord(indexedColumn(field, resource)));
    }
  });
});

describe('the beginning of an id reads an index on the field', () => {
  test.each(fields.filter(({ field }) => field.kind === 'id'))('$name', async (search) => {
    const { fieldName, field, resource } = search;
    const { page, count } = await explain(resource, {
      query: `startsWith(${fieldName},"${idOf(16).slice(0, -1)}")`,
    });
    expect(facts.fullReads([...page, ...count])).toEqual([]);
    expect(facts.readBy(count)).toMatch(wholeWord(columnName(field)));
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
    expect(facts.fullReads([...page, ...count])).toEqual([]);
    const indexes = count.map((node) => node['Index Name']);
    expect(indexes).toContainEqual(expect.stringMatching(/^attribute_values_(text|number)_idx$/));
  });

  test.each(['contains', 'startsWith'])('%s', async (name) => {
    const { page, count } = await explain(contacts, {
      query: `${name}(attributes.external_id_1,"value 5001")`,
    });
    expect(facts.fullReads([...page, ...count])).toEqual([]);
    expect(count.map((node) => node['Index Name'])).toContain('attribute_values_trigram_idx');
  });
});

describe('filtering contacts by their latest message reads the index on the time of messages', () => {
  const time = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
  test.each([
    `eq(lastMessageAt,${time(5_000)})`,
    `gte(lastMessageAt,${time(19_990)})`,
    `lt(lastMessageAt,${time(10)})`,
  ])('%s', async (query) => {
    const { page, count } = await explain(contacts, { query });
    expect(facts.fullReads([...page, ...count])).toEqual([]);
    expect(count.map((node) => node['Index Name'])).toContain('messages_tenant_id_timestamp_id_idx');
  });
});

describe('finding a part of a text reads an index', () => {
  const texts = fields.filter(({ field }) => field.kind === 'text');
  test.each(texts)('$name', async ({ fieldName, field, resource }) => {
    for (const name of ['contains', 'startsWith']) {
      const query = `${name}(${fieldName},${cellText(field)})`;
      const { page, count } = await explain(resource, { query });
      expect(facts.fullReads([...page, ...count])).toEqual([]);
      expect(facts.readBy(count)).toContain('~~*');
      expect(facts.readBy(count)).toMatch(wholeWord(indexedColumn(field, resource)));
    }
  });

  test('of two characters, or another part', async () => {
    const query = 'or(contains(firstName,"zz"),contains(lastName,"last_name 5000"))';
    const { page, count } = await explain(contacts, { query });
    expect(facts.fullReads([...page, ...count])).toEqual([]);
    expect(count.map((node) => node['Index Name'])).toContain('contacts_text_trigram_idx');
  });

  test.each(searches)('$name by search', async ({ resource }) => {
    const { searchColumn } = resource;
    const known = typeof searchColumn === 'object' && 'values' in searchColumn ? searchColumn : undefined;
    const { page, count } = await explain(resource, { search: known?.values.at(-1) ?? 'me 5000' });
    expect(facts.fullReads([...page, ...count])).toEqual([]);
    const ilike = typeof searchColumn === 'string' ? `${searchColumn} ~~*` : '~~*';
    expect(facts.readBy(count)).toContain(known?.column ?? ilike);
  });
});

describe('sorting reads an index in its order', () => {
  const sortable = fields.filter(({ field }) => field.within === undefined);
  test.each(sortable)('$name', async ({ fieldName, field, resource }) => {
    for (const direction of ['asc', 'desc']) {
      const { page } = await explain(resource, { sortBy: `${fieldName}:${direction}` });
      expect(facts.fullReads(page)).toEqual([]);
      if (isComputed(field, resource)) continue;
      expect(isListed(field) ? typesOfEachValue(page) : [outerTypes(page)]).not.toContainEqual(
        expect.arrayContaining(['Sort']),
      );
    }
  });

  test.each(searches)('$name by default', async ({ resource }) => {
    const { page } = await explain(resource, {});
    expect(facts.fullReads(page)).toEqual([]);
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
    expect(facts.fullReads(page)).toEqual([]);
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
      expect(facts.fullReads(page)).toEqual([]);
      expect(reads.length).toBeGreaterThan(0);
      if (isListed(field)) {
        expect(typesOfEachValue(page)).not.toContainEqual(expect.arrayContaining(['Sort']));
        continue;
      }
      const column = wholeWord(columnName(field));
      for (const read of reads) expect(facts.readBy([read])).toMatch(column);
    }
  });

  async function cursorOf(resource: Searchable<unknown>, sortBy: string): Promise<string> {
    const context = createContext(database, tenantId);
    const pagination = { limit: 1, cursor: null, countUpTo: 1 };
    return (await search(context, resource, { sortBy, pagination })).nextCursor ?? '';
  }
});

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
