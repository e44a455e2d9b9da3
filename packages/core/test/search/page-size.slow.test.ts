import { beforeAll, describe, expect, test } from '@jest/globals';
import { contacts, messagesOf, newId, search, searchByCursor, searchEvents } from '../../src/index.js';
import { maxPageBytes } from '../../src/search/page-bytes.js';
import { refusal } from '../refusals.js';
import { createContext } from '../test-context.js';
import { createChat, createTenant, settleFeed } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database } = useWorlds();
const itemBytes = 1_000_000;
const itemCount = 20;

let tenantId = '';
let chatId = '';

const context = () => createContext(database, tenantId);

/** Twenty items of a megabyte in each table. */
beforeAll(async () => {
  tenantId = (await createTenant(database)).id;
  const chat = await createChat(database, tenantId);
  chatId = chat.id;
  const ids = Array.from({ length: itemCount }, () => newId());
  const long = `repeat('x', ${itemBytes})`;
  await database.pool.query(
    `insert into contacts (tenant_id, id, first_name, metadata)
     select $1, id, 'Long', jsonb_build_object('note', ${long}) from unnest($2::uuid[]) as added(id)`,
    [tenantId, ids],
  );
  await database.pool.query(
    `insert into messages (tenant_id, id, chat_id, channel_id, sender, status, type, text, timestamp)
     select $1, id, $3, $4, 'inbound', 'delivered', 'text', ${long}, now() from unnest($2::uuid[]) as added(id)`,
    [tenantId, ids, chatId, chat.channelId],
  );
  await database.pool.query(
    `insert into events (tenant_id, id, type, contact_id, data)
     select $1, id, 'contact.updated', id, jsonb_build_object('id', id, 'note', ${long})
     from unnest($2::uuid[]) as added(id)`,
    [tenantId, ids],
  );
  await settleFeed(database.pool);
}, 60_000);

const long = { query: 'eq(firstName,Long)' };

/** Reads all pages, and returns the ids of each. */
async function readAll(
  read: (cursor: string | undefined) => Promise<{
    readonly records: readonly { readonly id: string }[];
    readonly nextCursor?: string | null;
  }>,
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined; ; ) {
    const { records, nextCursor } = await read(cursor);
    expect(Buffer.byteLength(JSON.stringify(records))).toBeLessThanOrEqual(maxPageBytes);
    pages.push(records.map(({ id }) => id));
    if (!nextCursor) return pages;
    cursor = nextCursor;
  }
}

function expectAll(pages: readonly string[][], count = itemCount): void {
  expect(new Set(pages.flat()).size).toBe(count);
  expect(pages.flat()).toHaveLength(count);
  expect(pages.every((ids) => ids.length > 0)).toBe(true);
  expect(pages.length).toBeGreaterThan(2);
}

describe('a page of more than 8 MB', () => {
  test('is refused for a page by its number; the error says what to do, and a smaller limit is accepted', async () => {
    const find = (limit: number) => search(context(), contacts, { ...long, pagination: { limit } });
    await expect(find(9)).rejects.toMatchObject({
      ...refusal('search_too_expensive'),
      details: { detail: expect.stringContaining('Set a smaller `pagination.limit`') },
    });
    expect((await find(7)).records).toHaveLength(7);
  });

  test('has fewer items if it is read with a cursor, and the pages together have each item once', async () => {
    const pages = await readAll(async (cursor) => {
      const found = await search(context(), contacts, {
        ...long,
        pagination: { limit: 100, cursor: cursor ?? null },
      });
      expect([found.limit, found.total]).toEqual([100, itemCount]);
      return found;
    });
    expectAll(pages);
  });

  test('begins at its number even if the first page of a cursor has fewer items', async () => {
    const pagination = { page: 1, limit: 15, cursor: null };
    const all = await search(context(), contacts, { ...long, pagination: { page: 15, limit: 1 } });
    const { records } = await search(context(), contacts, { ...long, pagination });
    expect(records[0]?.id).toBe(all.records[0]?.id);
  });

  test('has fewer messages, and the pages together have each message once', async () => {
    expectAll(
      await readAll((cursor) => searchByCursor(context(), messagesOf(chatId), { limit: 100, cursor })),
    );
  });

  test('has fewer events, and the pages together have each event once', async () => {
    expectAll(await readAll((cursor) => searchEvents(context(), { limit: 100, cursor })));
  });
});

test('a page of one item is returned, whatever its size', async () => {
  const id = newId();
  await database.pool.query(
    `insert into contacts (tenant_id, id, first_name, metadata)
     values ($1, $2, 'Longest', jsonb_build_object('note', repeat('x', 9000000)))`,
    [tenantId, id],
  );
  const one = { query: 'eq(firstName,Longest)' };
  const read = (pagination: object) => search(context(), contacts, { ...one, pagination });
  expect((await read({ limit: 1 })).records).toHaveLength(1);
  expect(await read({ limit: 10, cursor: null })).toMatchObject({ records: [{ id }], nextCursor: null });
});
