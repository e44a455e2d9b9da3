import { describe, expect, it } from '@jest/globals';
import { and, asc, createClient, desc, eq, type FilterFor, type SortFor, sort } from '@parley/client';
import { v3Document } from '@parley/contract/documents';
import { fail, reset, succeedWith } from './support/behaviours.js';
import type { Behaviour } from './support/failing-server.js';
import { useFailingServer } from './support/use-failing-server.js';

const server = useFailingServer();

const create = () => createClient({ baseUrl: server.url, token: 'secret-token' });

interface Asked {
  readonly pagination: {
    readonly page?: number;
    readonly limit: number;
    readonly countUpTo?: number;
    readonly cursor: string | null;
  };
}

/** Responds to searches over a list that may change between the pages, as the service does. */
function pagesOf(list: () => readonly object[]): Behaviour {
  return (response, request) => {
    const { pagination }: Asked = JSON.parse(request.body);
    const { page = 0, limit, countUpTo = Number.POSITIVE_INFINITY, cursor } = pagination;
    const start = cursor === null ? page * limit : Number(cursor);
    const { length } = list();
    const total = Math.min(length, countUpTo);
    const nextCursor = start + limit < length ? String(start + limit) : null;
    const data = list().slice(start, start + limit);
    const found = { page: start / limit, limit, total, totalIsLowerBound: length > total, nextCursor };
    succeedWith({ data, pagination: found })(response, request);
  };
}

/** Responds with pages by cursor, as the search of a chat's messages does. */
function cursorsOf(list: readonly object[]): Behaviour {
  return (response, request) => {
    const { cursor = '0', limit }: { cursor?: string; limit: number } = JSON.parse(request.body);
    const end = Number(cursor) + limit;
    const nextCursor = end < list.length ? String(end) : null;
    const data = list.slice(Number(cursor), end);
    succeedWith({ data, pagination: { limit, nextCursor } })(response, request);
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `id-${index}` }));
const bodies = () => server.requests.map(({ body }) => JSON.parse(body));

async function collect(items: AsyncIterable<object>): Promise<unknown[]> {
  const collected: unknown[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('for await over a search', () => {
  it.each([0, 1, 100, 101, 250])('returns each of %i items once, a hundred to a page', async (count) => {
    const list = numbered(count);
    server.plan(pagesOf(() => list));
    await expect(collect(create().search('/chats/search'))).resolves.toEqual(list);
    expect(server.requests).toHaveLength(Math.max(1, Math.ceil(count / 100)));
  });

  it('requests pages as large as the contract allows', () => {
    const { properties } = v3Document.components.schemas?.PaginationRequest ?? {};
    expect(properties).toMatchObject({ limit: { maximum: 100 } });
  });

  it('sends the filter and the order as text, with every page', async () => {
    server.plan(pagesOf(() => numbered(3)));
    const query: FilterFor<'/chats/search'> = and(eq('status', 'open'), eq('isUnread', true));
    const sortBy: SortFor<'/chats/search'> = sort(desc('updatedAt'), asc('id'));
    const body = { query, sortBy, search: 'Ada', pagination: { limit: 2 } };
    await collect(create().search('/chats/search', { body }));
    const sent = {
      query: 'and(eq(status,"open"),eq(isUnread,true))',
      sortBy: 'desc(updatedAt),asc(id)',
      search: 'Ada',
    };
    expect(bodies()).toEqual([
      { ...sent, pagination: { limit: 2, cursor: null, countUpTo: 1 } },
      { ...sent, pagination: { limit: 2, cursor: '2', countUpTo: 1 } },
    ]);
  });

  it('counts up to the limit of the caller', async () => {
    server.plan(pagesOf(() => numbered(3)));
    const body = { pagination: { countUpTo: 50 } };
    await create().search('/chats/search', { body }).toArray();
    expect(bodies()).toEqual([{ pagination: { limit: 100, cursor: null, countUpTo: 50 } }]);
  });

  it('begins at the requested page', async () => {
    server.plan(pagesOf(() => numbered(5)));
    const search = create().search('/chats/search', { body: { pagination: { page: 1, limit: 2 } } });
    await expect(search.toArray()).resolves.toEqual(numbered(5).slice(2));
    expect(bodies()).toEqual([
      { pagination: { page: 1, limit: 2, cursor: null, countUpTo: 1 } },
      { pagination: { limit: 2, cursor: '4', countUpTo: 1 } },
    ]);
  });

  it('fetches nothing before the loop starts, nor after it ends', async () => {
    server.plan(pagesOf(() => numbered(10)));
    const search = create().search('/chats/search', { body: { pagination: { limit: 2 } } });
    expect(server.requests).toHaveLength(0);
    for await (const { id } of search) if (id === 'id-2') break;
    expect(server.requests).toHaveLength(2);
  });

  it('starts from the beginning with each loop', async () => {
    server.plan(pagesOf(() => numbered(3)));
    const search = create().search('/chats/search');
    await expect(collect(search)).resolves.toEqual(await collect(search));
  });

  it('returns nothing twice if a record is created in the meantime', async () => {
    const list = numbered(4);
    server.plan(pagesOf(() => (server.requests.length > 1 ? [{ id: 'new' }, ...list] : list)));
    const search = create().search('/chats/search', { body: { pagination: { limit: 2 } } });
    await expect(collect(search)).resolves.toEqual(list);
  });

  it('ends when the result shrinks while it is read', async () => {
    server.plan(pagesOf(() => (server.requests.length > 1 ? [] : numbered(4))));
    const search = create().search('/chats/search', { body: { pagination: { limit: 2 } } });
    await expect(collect(search)).resolves.toEqual(numbered(2));
  });

  it('follows the cursors of the messages of a chat', async () => {
    server.plan(cursorsOf(numbered(250)));
    const messages = create().search('/chats/{chatId}/messages/search', {
      params: { path: { chatId: 'c1' } },
    });
    await expect(messages.toArray()).resolves.toEqual(numbered(250));
    expect(bodies()).toEqual([{ limit: 100 }, { limit: 100, cursor: '100' }, { limit: 100, cursor: '200' }]);
    expect(server.requests[0]?.url).toBe('/v3/chats/c1/messages/search');
  });

  it('returns pages with exact totals, unless the caller limits the count', async () => {
    server.plan(pagesOf(() => numbered(3)));
    const totals: unknown[] = [];
    const client = create();
    for await (const { pagination } of client.search('/chats/search').pages()) totals.push(pagination.total);
    const body = { pagination: { countUpTo: 2 } };
    for await (const { pagination } of client.search('/chats/search', { body }).pages()) {
      totals.push([pagination.total, pagination.totalIsLowerBound]);
    }
    expect(totals).toEqual([3, [2, true]]);
    expect(bodies()[0]).toEqual({ pagination: { limit: 100, cursor: null } });
  });

  it.each([
    [1, [1]],
    [100, [100]],
    [101, [100, 100]],
    [1_000, [100, 100, 100]],
  ])('returns at most %i items, and fetches no page too much', async (limit, pages) => {
    server.plan(pagesOf(() => numbered(250)));
    const found = await create().search('/chats/search').toArray({ limit });
    expect(found).toEqual(numbered(Math.min(limit, 250)));
    expect(bodies().map(({ pagination }) => pagination.limit)).toEqual(pages);
  });

  it('keeps the page size of the caller, by cursor too', async () => {
    server.plan(cursorsOf(numbered(9)));
    const init = { params: { path: { chatId: 'c1' } }, body: { limit: 2 } };
    const messages = create().search('/chats/{chatId}/messages/search', init);
    await expect(messages.toArray({ limit: 3 })).resolves.toEqual(numbered(3));
    expect(bodies()).toEqual([{ limit: 2 }, { limit: 2, cursor: '2' }]);
  });

  it('sends no request for a limit of 0, and refuses a limit that is no count', async () => {
    server.plan(pagesOf(() => numbered(3)));
    const search = create().search('/chats/search');
    await expect(search.toArray({ limit: 0 })).resolves.toEqual([]);
    for (const limit of [-1, 1.5, Number.NaN])
      await expect(search.toArray({ limit })).rejects.toThrow(`limit cannot be ${limit}.`);
    expect(server.requests).toHaveLength(0);
  });

  it('retries a page that failed, and throws if the retries fail', async () => {
    server.plan(
      reset,
      pagesOf(() => numbered(2)),
    );
    await expect(create().search('/chats/search').toArray()).resolves.toHaveLength(2);
    server.plan(fail(403, 'forbidden'));
    await expect(create().search('/chats/search').toArray()).rejects.toMatchObject({
      messageKey: 'forbidden',
    });
  });

  it('stops with the signal', async () => {
    const controller = new AbortController();
    server.plan(pagesOf(() => numbered(10)));
    const init = { body: { pagination: { limit: 2 } }, signal: controller.signal };
    const read = async () => {
      for await (const { id } of create().search('/chats/search', init))
        if (id === 'id-1') controller.abort();
    };
    await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });
});
