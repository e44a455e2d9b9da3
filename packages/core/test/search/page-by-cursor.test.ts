import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  automations,
  contacts,
  newId,
  type Searchable,
  type SearchRequest,
  search,
} from '../../src/index.js';
import { validationErrors } from '../refusals.js';
import { createContext } from '../test-context.js';
import { createAutomation, createContact, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database } = useWorlds();
const count = 23;
let tenantId: string;

/** Several rows have each value, and some have none. */
beforeAll(async () => {
  ({ id: tenantId } = await createTenant(database));
  const statuses = ['active', 'draft', 'inactive'] as const;
  for (let number = 0; number < count; number += 1) {
    await createAutomation(database, tenantId, {
      name: `Näme/"${number % 4}"`,
      status: statuses[number % 3] ?? 'active',
      triggerChannelId: number % 5 === 0 ? newId() : null,
      createdAt: new Date(Date.UTC(2026, 0, 1 + (number % 6))),
    });
    await createContact(database, tenantId, { firstName: number % 3 === 0 ? null : `Ada ${number % 2}` });
  }
});

interface Found {
  readonly id: string;
}

function find(request: SearchRequest, resource: Searchable<Found> = automations) {
  return search(createContext(database, tenantId), resource, request);
}

async function walk(request: SearchRequest, resource: Searchable<Found> = automations): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null | undefined = null;
  while (cursor !== undefined) {
    const pagination = { limit: 4, ...request.pagination, cursor };
    const page = await find({ ...request, pagination }, resource);
    expect(page).toMatchObject({ page: pages.length, limit: 4, total: count });
    pages.push(page.records.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  }
  return pages;
}

describe('pages by cursor', () => {
  test.each([
    '',
    'createdAt',
    'name',
    'desc(name)',
    'status,desc(name)',
    'desc(status),name',
    'latestVersionTriggerParametersChannelId',
    'desc(latestVersionTriggerParametersChannelId)',
    'latestVersionTriggerParametersChannelId,status,desc(createdAt)',
    'desc(activeVersionTriggerParametersChannelId),latestVersionTriggerParametersChannelId',
  ])('in the order %j have the same records as the pages by number', async (sortBy) => {
    const numbers = [0, 1, 2, 3, 4, 5];
    const byNumber = await Promise.all(
      numbers.map((page) => find({ sortBy, pagination: { page, limit: 4 } })),
    );
    expect(await walk({ sortBy })).toEqual(byNumber.map(({ records }) => records.map(({ id }) => id)));
  });

  test.each(['firstName', 'desc(firstName)', 'isSubscribed,desc(firstName)'])(
    'of contacts in the order %j leave nothing out and repeat nothing',
    async (sortBy) => {
      const { records } = await find({ sortBy, pagination: { limit: 100 } }, contacts);
      expect((await walk({ sortBy }, contacts)).flat()).toEqual(records.map(({ id }) => id));
    },
  );

  test('can begin at a page by its number', async () => {
    const second = await find({ pagination: { page: 1, limit: 4, cursor: null } });
    const third = await find({ pagination: { limit: 4, cursor: second.nextCursor ?? '' } });
    const { records } = await find({ pagination: { page: 2, limit: 4 } });
    expect(third).toMatchObject({ page: 2, records });
  });

  test('are not shifted by a record that is created meanwhile, and the total counts it', async () => {
    const { id: own } = await createTenant(database);
    for (let number = 0; number < 4; number += 1) await createAutomation(database, own);
    const context = createContext(database, own);
    const { records } = await search(context, automations, {});
    const first = await search(context, automations, { pagination: { limit: 2, cursor: null } });
    await createAutomation(database, own);
    const pagination = { limit: 2, cursor: first.nextCursor ?? '' };
    const second = await search(context, automations, { pagination });
    expect(second).toEqual({ records: records.slice(2), page: 1, limit: 2, total: 5, nextCursor: null });
  });

  test('a search without a cursor returns none', async () => {
    expect(await find({})).not.toHaveProperty('nextCursor');
  });
});

describe('an invalid cursor is refused', () => {
  async function refuse(request: SearchRequest, resource: Searchable<Found> = automations) {
    const wrong = { 'pagination.cursor': 'invalid_string' } as const;
    await expect(find(request, resource)).rejects.toMatchObject(validationErrors(wrong));
  }
  const cursorOf = async (request: SearchRequest) =>
    (await find({ ...request, pagination: { limit: 2, cursor: null } })).nextCursor ?? '';

  test.each([
    { query: 'eq(status,draft)' },
    { sortBy: 'name' },
    { search: 'n' },
    { query: 'eq(status,active)', sortBy: 'createdAt' },
  ])('by %j', async (other) => {
    const cursor = await cursorOf({ query: 'eq(status,active)' });
    await refuse({ ...other, pagination: { cursor } });
  });

  test('when it belongs to another resource', async () => {
    await refuse({ pagination: { cursor: await cursorOf({}) } }, contacts);
  });

  test('when it was changed', async () => {
    const cursor = await cursorOf({ sortBy: 'createdAt' });
    const parts: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const [digest, page, value, id] = parts;
    for (const changed of [
      [digest, page, 'infinity', id],
      [digest, page, 1, id],
      [digest, page, value, 'no id'],
      [digest, -1, value, id],
      [digest, 1.5, value, id],
      [digest, page, value, value, id],
      [digest, page, id],
      [digest],
      {},
    ]) {
      const text = Buffer.from(JSON.stringify(changed)).toString('base64url');
      await refuse({ sortBy: 'createdAt', pagination: { cursor: text } });
    }
    await refuse({ sortBy: 'createdAt', pagination: { cursor: `${cursor}=` } });
  });

  test('together with a page number', async () => {
    const wrong = { 'pagination.page': 'too_big' } as const;
    const cursor = await cursorOf({});
    await expect(find({ pagination: { cursor, page: 1 } })).rejects.toMatchObject(validationErrors(wrong));
  });
});

describe('a bounded count', () => {
  test.each([
    [{ countUpTo: 5 }, { total: 5, totalIsLowerBound: true }],
    [{ countUpTo: count - 1 }, { total: count - 1, totalIsLowerBound: true }],
    [{ countUpTo: count }, { total: count, totalIsLowerBound: false }],
    [{ countUpTo: 1_000 }, { total: count, totalIsLowerBound: false }],
    [
      { countUpTo: 5, limit: 100 },
      { total: 5, totalIsLowerBound: true },
    ],
    [
      { countUpTo: 30, limit: 100 },
      { total: count, totalIsLowerBound: false },
    ],
    [
      { countUpTo: 5, page: 4, limit: 5 },
      { total: 5, totalIsLowerBound: true },
    ],
    [
      { countUpTo: 5, page: 9, limit: 5 },
      { total: 5, totalIsLowerBound: true },
    ],
    [
      { countUpTo: 50, page: 9, limit: 5 },
      { total: count, totalIsLowerBound: false },
    ],
  ])('%j is %j, whether or not the total is known', async (pagination, expected) => {
    for (const query of [`ne(name,"${JSON.stringify(pagination).length}")`, '']) {
      expect(await find({ query, pagination })).toMatchObject(expected);
      expect(await find({ query })).not.toHaveProperty('totalIsLowerBound');
      expect(await find({ query })).toMatchObject({ total: count });
      expect(await find({ query, pagination })).toMatchObject(expected);
    }
  });

  test('counts no further than its bound, and nothing that the page shows', async () => {
    const statements: string[] = [];
    const sql = (...call: Parameters<typeof database.sql>) => {
      statements.push(call[0].text);
      return database.searches.sql(...call);
    };
    const watched = Object.create(database, { searches: { value: { ...database.searches, sql } } });
    const request = { pagination: { countUpTo: 3 } };
    await search(createContext(watched, tenantId), contacts, request);
    expect(statements).toHaveLength(1);
    expect(statements.join()).not.toMatch(/select count\(\*\) from contacts where/);
  });
});
