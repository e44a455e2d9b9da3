import { describe, expect, test } from '@jest/globals';
import type { Chat, Database } from '@parley/database';
import { newIdsAt } from '../../src/ids.js';
import { allMessages, type Context, messagesOf, searchByCursor } from '../../src/index.js';
import { setTenantLanguage } from '../../src/tenants/administration.js';
import { createContext } from '../test-context.js';
import { createChat, createMessage, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { settleWords, storeAllWords, storedIds } from './store-all-words.js';

const { database, sizes } = useWorlds({ walkedRows: 10 });

async function openChat(): Promise<{ chat: Chat; context: Context }> {
  const { id } = await createTenant(database);
  const chat = await createChat(database, id);
  return { chat, context: { ...createContext(database, id), sizes: sizes } };
}

async function find(context: Context, search: string, query = ''): Promise<(string | null)[]> {
  const { records } = await searchByCursor(context, allMessages, { search, query, limit: 100 });
  return records.map(({ text }) => text);
}

async function write(chat: Chat, ...texts: (string | null)[]): Promise<void> {
  for (const text of texts) await createMessage(database, chat, { text });
}

const moments = [
  ['whose words are not stored yet', async () => {}],
  ['whose words are stored', () => storeAllWords(database)],
] as const;

describe.each(moments)('messages %s', (_, prepare) => {
  test('are found by words, phrases, alternatives and exclusions, regardless of case', async () => {
    const { chat, context } = await openChat();
    const texts = ['The parcel is delayed', 'A parcel for Ada', 'Delayed again: the letter', null, '!!!'];
    await write(chat, ...texts);
    await prepare();
    const [delayed, parcel, letter] = texts;
    expect(await find(context, 'PARCEL')).toEqual([parcel, delayed]);
    expect(await find(context, 'delayed parcel')).toEqual([delayed]);
    expect(await find(context, '"parcel is delayed"')).toEqual([delayed]);
    expect(await find(context, '"delayed parcel"')).toEqual([]);
    expect(await find(context, 'ada or letter')).toEqual([letter, parcel]);
    expect(await find(context, 'delayed -parcel')).toEqual([letter]);
    expect(await find(context, 'parc')).toEqual([]);
    expect(await find(context, '!!!')).toEqual([]);
    expect(await find(context, '')).toHaveLength(5);
  });

  test('are found by the words of their subject', async () => {
    const { chat, context } = await openChat();
    await createMessage(database, chat, { text: null, subject: 'Invoice 4711' });
    await createMessage(database, chat, { text: 'See above', subject: 'Invoice 4712' });
    await prepare();
    expect(await find(context, 'invoice')).toEqual(['See above', null]);
    expect(await find(context, '4712 above')).toEqual(['See above']);
  });

  test('are found by other forms of a word only in the language of the workspace', async () => {
    const { chat, context } = await openChat();
    await write(chat, 'Zwei Häuser', 'The parcels were delivered');
    const inGerman = () => find(context, 'haus');
    await prepare();
    expect(await inGerman()).toEqual([]);
    for (const [searchLanguage, german, english] of [
      ['german', ['Zwei Häuser'], []],
      ['english', [], ['The parcels were delivered']],
      [null, [], []],
    ] as const) {
      await setTenantLanguage(database, { tenant: context.tenantId, searchLanguage });
      // The words that are stored in another language do not count.
      for (const store of [async () => {}, prepare]) {
        await store();
        expect(await inGerman()).toEqual(german);
        expect(await find(context, 'parcel delivering')).toEqual(english);
        expect(await find(context, 'the')).toEqual(['The parcels were delivered']);
      }
    }
  });

  test.each([null, 'english'])(
    'are found by phrases and without excluded words, in language %j',
    async (searchLanguage) => {
      const { chat, context } = await openChat();
      await setTenantLanguage(database, { tenant: context.tenantId, searchLanguage });
      const texts = ['bye', 'bye bye', 'A parcel', 'The parcel', 'The letter', 'A long letter'];
      await write(chat, ...texts);
      await prepare();
      const [once, twice, parcel, theParcel, theLetter, letter] = texts;
      expect(await find(context, '"bye bye"')).toEqual([twice]);
      expect(await find(context, 'bye')).toEqual([twice, once]);
      expect(await find(context, '"the parcel"')).toContain(theParcel);
      expect(await find(context, '"parcel the"')).not.toContain(letter);
      expect(await find(context, 'parcel -the')).toEqual([parcel]);
      expect(await find(context, 'parcel - the')).toEqual([parcel]);
      expect(await find(context, 'parcel -"the parcel"')).toEqual([parcel]);
      expect(await find(context, 'parcel or letter -the')).toEqual([letter, theParcel, parcel]);
      expect(await find(context, 'parcel -a or letter -the')).toEqual([letter, theParcel]);
      expect(await find(context, '-the -bye')).toEqual([letter, parcel]);
      expect(await find(context, 'bye or -a')).toEqual([theLetter, theParcel, twice, once]);
      expect(await find(context, 'letter -')).toEqual([letter, theLetter]);
    },
  );

  test('without a text are not found by an exclusion, however many they are', async () => {
    const { chat, context } = await openChat();
    await write(chat, 'An order of Acme', 'Another order');
    await database.pool.query(
      `insert into messages (tenant_id, id, chat_id, channel_id, sender, timestamp)
       select $1, gen_random_uuid(), $2, $3, 'inbound', now() + interval '1 day' from generate_series(1, 11)`,
      [chat.tenantId, chat.id, chat.channelId],
    );
    await prepare();
    expect(await find(context, '-acme')).toEqual(['Another order']);
    expect(await find(context, '-acme', 'lt(timestamp,"2000-01-01T00:00:00Z")')).toEqual([]);
  });

  test('are found up to 50,000 characters of their text, and a longer word or text does no harm', async () => {
    const { chat, context } = await openChat();
    const long = `first ${'ünterschied '.repeat(5_000)} last`;
    const many = Array.from({ length: 60_000 }, (_, at) => String.fromCodePoint(0x20000 + at)).join(' ');
    await write(chat, long, many, 'x'.repeat(5_000));
    await prepare();
    expect(await find(context, 'first')).toEqual([long]);
    expect(await find(context, 'last')).toEqual([]);
    expect(await find(context, String.fromCodePoint(0x20000))).toEqual([many]);
  });

  test('of another tenant and of a person who is being erased are not found', async () => {
    const [{ chat, context }, other] = [await openChat(), await openChat()];
    await write(chat, 'A secret word');
    await prepare();
    expect(await find(other.context, 'secret')).toEqual([]);
    expect(await find(context, 'secret')).toEqual(['A secret word']);
    await database.pool.query(
      'insert into erasures (tenant_id, contact_id, requested_at) values ($1, $2, now())',
      [context.tenantId, chat.contactId],
    );
    await database.pool.query(
      'insert into erased_records (tenant_id, contact_id, id, is_file, is_hidden) values ($1, $2, $3, false, true)',
      [context.tenantId, chat.contactId, chat.id],
    );
    expect(await find(context, 'secret')).toEqual([]);
    expect(await find(context, '')).toEqual([]);
  });
});

describe('a page of messages', () => {
  test('follows another without a gap or a repetition, whether the words are stored or not', async () => {
    const { chat, context } = await openChat();
    const texts = Array.from({ length: 12 }, (_, number) => `Order ${number}`);
    await write(chat, ...texts.slice(0, 6));
    await storeAllWords(database);
    await write(chat, ...texts.slice(6));
    expect(await storedIds(database, context.tenantId)).toHaveLength(6);
    for (const sortBy of ['timestamp:desc', 'timestamp:asc', 'id']) {
      const found: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const request = { search: 'order', sortBy, limit: 5, cursor };
        const page = await searchByCursor(context, allMessages, request);
        found.push(...page.records.map(({ text }) => text));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(sortBy === 'timestamp:desc' ? texts.toReversed() : texts);
    }
  });

  test('does not continue a search of the messages of one chat', async () => {
    const { chat, context } = await openChat();
    await write(chat, 'One', 'Two');
    const { nextCursor } = await searchByCursor(context, messagesOf(chat.id), { limit: 1 });
    const cursor = nextCursor ?? '';
    await expect(searchByCursor(context, allMessages, { cursor })).rejects.toMatchObject({
      code: 'invalid_body_params',
      details: { invalidParams: { cursor: { key: 'invalid_string' } } },
    });
  });
});

test('a workspace from a server with another language is searched without it', async () => {
  const { chat, context } = await openChat();
  await write(chat, 'The parcels');
  await database.pool.query(`update tenants set search_language = 'klingon' where id = $1`, [
    context.tenantId,
  ]);
  for (const [, prepare] of moments) {
    await prepare();
    expect(await find(context, 'parcels')).toEqual(['The parcels']);
  }
});

test('a configuration whose name must be quoted is a language too', async () => {
  const { chat, context } = await openChat();
  await database.pool.query('create text search configuration "My-Config" (copy = english)');
  await write(chat, 'The parcels');
  await setTenantLanguage(database, { tenant: context.tenantId, searchLanguage: 'My-Config' });
  for (const [, prepare] of moments) {
    await prepare();
    expect(await find(context, 'parcel')).toEqual(['The parcels']);
    expect(await find(context, 'parcel -the')).toEqual([]);
  }
});

test('a page is complete although the language changes while it is read', async () => {
  const { chat, context } = await openChat();
  const [id] = newIdsAt(new Date(Date.now() - 3_600_000));
  await createMessage(database, chat, { id, text: 'The parcels', timestamp: new Date('2026-01-01') });
  // Newer messages, so that the page is not found among the first ones.
  await database.pool.query(
    `insert into messages (tenant_id, id, chat_id, channel_id, sender, text, timestamp)
     select $1, gen_random_uuid(), $2, $3, 'inbound', 'other', now() from generate_series(1, 11)`,
    [chat.tenantId, chat.id, chat.channelId],
  );
  await settleWords(database, chat.tenantId);
  let lookups = 0;
  const sql: Database['sql'] = async (statement, values) => {
    const rows = await database.searches.sql(statement, values);
    if (statement.name !== 'describe-message-words') return rows;
    lookups += 1;
    if (lookups > 1) return rows;
    await setTenantLanguage(database, { tenant: context.tenantId, searchLanguage: 'english' });
    await storeAllWords(database);
    return rows;
  };
  const changing: Database = Object.create(database, { searches: { value: { ...database.searches, sql } } });
  expect(await find({ ...context, database: changing }, 'parcels')).toEqual(['The parcels']);
  expect(lookups).toBe(2);
});
