import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { contacts, type SearchRequest, search } from '../../src/index.js';
import { defaultSizes } from '../../src/sizes.js';
import { createContext, type TestContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { inOrder, type SortedPerson, sortedPeople, storeSortedPeople } from './sorted-people.js';

const { database } = useTestDatabase();
let context: TestContext;
let labelIds: Readonly<Record<string, string>>;
let idsByNumber: ReadonlyMap<number, string>;

beforeAll(async () => {
  const { id: tenantId } = await createTenant(database);
  const sizes = { ...defaultSizes, walkedRows: 20, lookedUpRows: 20, countedRows: 20 };
  context = { ...createContext(database, tenantId), sizes };
  ({ labelIds, idsByNumber } = await storeSortedPeople(database, tenantId));
}, 120_000);

const labelOf = (name: string) => labelIds[name] ?? '';
const lacks = (label: string) => `not(eq(labelId,"${labelOf(label)}"))`;

/** A filter with the people that it must find, computed without SQL. */
const filters: readonly (readonly [name: string, query: () => string, (person: SortedPerson) => boolean])[] =
  [
    ['few lack a label', () => lacks('common'), ({ labels }) => !labels.includes('common')],
    ['half lack a label', () => lacks('half'), ({ labels }) => !labels.includes('half')],
    ['none lacks a label', () => lacks('every'), () => false],
    ['few have no message', () => 'isNull(lastMessageAt)', ({ chats }) => !chats.includes(true)],
    [
      'few have an early message or none',
      () => 'not(gte(lastMessageAt,2026-01-01))',
      ({ chats }) => !chats.includes(true),
    ],
    [
      'few lack one of two',
      () => `or(${lacks('common')},eq(lastMessageAt,null))`,
      ({ labels, chats }) => !labels.includes('common') || !chats.includes(true),
    ],
    [
      'few lack a label and have a value of their own that many have',
      () => `and(${lacks('common')},eq(isSubscribed,true))`,
      ({ labels, isSubscribed }) => !labels.includes('common') && isSubscribed,
    ],
    [
      'half lack a label, and few have a value of their own',
      () => `and(eq(firstName,"Zoe"),${lacks('half')})`,
      ({ labels, firstName }) => !labels.includes('half') && firstName === 'Zoe',
    ],
    [
      'few have a label, but not another one',
      () => `not(in(labelId,"${labelOf('every')}",null))`,
      () => false,
    ],
    ['none has no label', () => 'in(labelName,null,"unknown")', () => false],
    [
      'few have only labels of names before one',
      () => 'not(or(eq(labelName,"common"),gt(labelName,"every")))',
      ({ labels }) => !labels.includes('common') && !labels.includes('half'),
    ],
  ];

const orders = [
  'createdAt:desc',
  'createdAt',
  'firstName',
  'firstName:desc',
  'isSubscribed,firstName:desc',
  'firstName,createdAt:desc',
];

const find = async (request: SearchRequest) => {
  const { records, ...page } = await search(context, contacts, request);
  return { ids: records.map(({ id }) => id), ...page };
};

function expectedIds(sortBy: string, matches: (person: SortedPerson) => boolean): string[] {
  const found = sortedPeople.filter(matches).map((person) => ({
    ...person,
    id: idsByNumber.get(person.number) ?? '',
  }));
  return found.sort(inOrder(sortBy)).map(({ id }) => id);
}

/** The ids of each page, from the first cursor to the last. */
async function followCursors(request: SearchRequest, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page: Awaited<ReturnType<typeof find>> = await find({ ...request, pagination: { limit, cursor } });
    pages.push(page.ids);
    cursor = page.nextCursor ?? undefined;
  }
  return pages;
}

function inPages(ids: readonly string[], limit: number): string[][] {
  const count = Math.max(1, Math.ceil(ids.length / limit));
  return Array.from({ length: count }, (_, at) => ids.slice(at * limit, (at + 1) * limit));
}

describe('the pages of a filter that excludes values of other tables have exactly the rows of a reference', () => {
  test.each(filters.flatMap((filter) => orders.map((sortBy) => [sortBy, ...filter] as const)))(
    'sorted by %s: %s',
    async (sortBy, _, query, matches) => {
      const ids = expectedIds(sortBy, matches);
      const request = { query: query(), sortBy };
      for (const limit of new Set([Math.min(100, Math.max(1, Math.ceil(ids.length / 3))), 100])) {
        const pages = inPages(ids, limit).slice(0, 6);
        expect((await followCursors(request, limit)).slice(0, 6)).toEqual(pages);
        for (const page of [0, 1, pages.length - 1, pages.length + 20])
          expect(await find({ ...request, pagination: { limit, page } })).toMatchObject({
            ids: ids.slice(page * limit, (page + 1) * limit),
            total: ids.length,
          });
      }
    },
  );

  test.each(orders)('nothing follows the last row, sorted by %s', async (sortBy) => {
    const { database, tenantId } = context;
    const request = { query: lacks('common'), sortBy };
    const ids = expectedIds(sortBy, ({ labels }) => !labels.includes('common'));
    const before = await find({ ...request, pagination: { limit: ids.length - 1, cursor: null } });
    const last = [tenantId, ids.at(-1), labelOf('common')];
    await database.pool.query(
      'insert into contact_labels (tenant_id, contact_id, label_id) values ($1, $2, $3)',
      last,
    );
    try {
      const after = await find({ ...request, pagination: { limit: 3, cursor: before.nextCursor ?? '' } });
      expect(after).toMatchObject({ ids: [], nextCursor: null, total: ids.length - 1 });
    } finally {
      await database.pool.query(
        'delete from contact_labels where tenant_id = $1 and contact_id = $2 and label_id = $3',
        last,
      );
    }
  });
});
