import { describe, expect, test } from '@jest/globals';
import { type Database, openDatabase, runInTransaction, statement } from '@parley/database';
import { newId, type ReceivedMessage, receiveMessages } from '../../src/index.js';
import { createAutomation, createContact } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { holdChat, prepareReceptions, valuesOf } from './prepare-receptions.js';
import { eventsOf, receivedMessage } from './received-message.js';

const worlds = useWorlds();
const { database, own } = worlds;
const prepare = (count: number) => prepareReceptions(worlds, count);

describe('first messages of several senders at the same time', () => {
  const fromAll = (values: readonly string[]) =>
    values.map((value) =>
      receivedMessage({ from: { handleType: 'phone_number', value, name: 'Ada Lovelace' } }),
    );

  const numbersFrom = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index + 10}`).toReversed();

  test('share a transaction, and each has a contact, a chat and the same events as alone', async () => {
    const { channel, receive, countByTransaction } = await prepare(0);
    const known = await createContact(database, own.tenant.id);
    const trigger = { triggerType: 'contact_created', triggerChannelId: channel.id } as const;
    await createAutomation(database, own.tenant.id, trigger);
    const values = numbersFrom('+165055570', 20).toSpliced(1, 1, known.handle.value);

    const results = valuesOf(await receive(fromAll(values)));

    expect(await countByTransaction()).toEqual([20]);
    for (const [index, value] of values.entries()) {
      const { id, contact } = await database.prisma.chat.findFirstOrThrow({
        where: { channelId: channel.id, handle: { value } },
        include: { contact: true },
      });
      expect(results[index]).toMatchObject({ chatId: id });
      const events = await database.prisma.event.findMany({
        where: { contactId: contact.id, OR: [{ chatId: id }, { chatId: null }] },
        // As the feed orders them.
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
      });
      const ofChat = ['chat.created', 'chat.updated', 'message.received'];
      const isKnown = contact.id === known.id;
      expect(events.map(({ type }) => type)).toEqual([
        ...(isKnown ? [] : ['contact.created', 'contact.updated']),
        ...ofChat,
      ]);
      if (!isKnown)
        expect(contact).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', phoneNumber: value });
      expect(await database.prisma.automationRun.count({ where: { chatId: id } })).toBe(isKnown ? 0 : 1);
    }
  });

  test('are recorded while another transaction creates one of the senders, whose message waits for it', async () => {
    const { channel, items: knownItems } = await prepare(1);
    // The test has few connections, so the message that waits comes last.
    const values = ['+16505556011', '+16505556013', '+16505556012'];
    const items = [...knownItems, ...fromAll(values)];
    let results: Promise<unknown>[] = [];
    await runInTransaction(database, async ({ sql }) => {
      await sql(createSender, [own.tenant.id, newId(), '+16505556012', worlds.context().now()]);
      results = await receiveMessages(worlds.context(), { channelId: channel.id, items });
      const recorded = results.slice(0, -1);
      expect(await Promise.all(recorded)).toEqual(
        [1, 2, 3].map(() => expect.objectContaining({ messageId: expect.any(String) })),
      );
      expect(await database.prisma.message.count({ where: { channelId: channel.id } })).toBe(3);
    });
    expect(await results.at(-1)).toMatchObject({ messageId: expect.any(String) });
    expect(await database.prisma.handle.count({ where: { value: '+16505556012' } })).toBe(1);
  });

  test('share another transaction after those of known chats; further messages of a sender follow in their order', async () => {
    const { channel, items, receive, countByTransaction } = await prepare(2);
    const [first, ...others] = fromAll(numbersFrom('+165055561', 3)) as [ReceivedMessage, ReceivedMessage];
    const second = receivedMessage({ from: first.from, text: 'Or in blue?' });
    const results = await receive([...items, first, second, ...others]);
    expect(results.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'));
    expect(await countByTransaction()).toEqual([3, 2, 1]);
    const chat = await database.prisma.chat.findFirstOrThrow({
      where: { channelId: channel.id, handle: { value: first.from.value } },
    });
    const received = (await eventsOf(database, chat.id)).filter(({ type }) => type === 'message.received');
    expect(received.map(({ data }) => Object(data).text)).toEqual(['Does it come in green?', 'Or in blue?']);
  });

  test('share a transaction even if a chat that was locked is free in between', async () => {
    const { channel, chats, items, countByTransaction } = await prepare(2);
    const { secondConnectionAfter } = connections(database);
    let results: Promise<unknown>[] = [];
    const released = runInTransaction(database, async ({ sql }) => {
      await sql(holdChat, [chats[1]?.id]);
      const context = { ...worlds.context(), database: secondConnectionAfter(() => released) };
      const received = [...items, ...fromAll(numbersFrom('+165055562', 3))];
      results = await receiveMessages(context, { channelId: channel.id, items: received });
    });
    await released;
    await Promise.all(results);
    expect(await countByTransaction()).toEqual([3, 1, 1]);
  });

  test('do not wait for a chat that another transaction is changing', async () => {
    const { channel, chats, items, countByTransaction } = await prepare(1);
    let results: Promise<unknown>[] = [];
    await runInTransaction(database, async ({ sql }) => {
      await sql(change, [chats[0]?.id]);
      const received = [...items, ...fromAll(numbersFrom('+165055563', 2))];
      results = await receiveMessages(worlds.context(), { channelId: channel.id, items: received });
      expect(await countByTransaction()).toEqual([2]);
    });
    await Promise.all(results);
    expect(await countByTransaction()).toEqual([2, 1]);
  });

  test('of two requests at the same time create each contact once', async () => {
    const { channel, receive } = await prepare(0);
    const values = numbersFrom('+165055564', 10);
    const results = await Promise.all([receive(fromAll(values)), receive(fromAll(values.toReversed()))]);
    expect(results.flat().map(({ status }) => status)).toEqual(Array(20).fill('fulfilled'));
    expect(await database.prisma.message.count({ where: { channelId: channel.id } })).toBe(20);
    const chats = await database.prisma.chat.findMany({ where: { channelId: channel.id } });
    expect(chats).toHaveLength(10);
    const contactIds = chats.map(({ contactId }) => contactId);
    const created = { type: 'contact.created', contactId: { in: contactIds } };
    expect(await database.prisma.event.count({ where: created })).toBe(10);
  });

  test('fail if the database has become unavailable, and none is retried', async () => {
    const { channel, items } = await prepare(2);
    const away = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/nowhere' });
    const { secondConnectionAfter, count } = connections(database);
    const context = { ...worlds.context(), database: secondConnectionAfter(() => away.pool.connect()) };
    const received = [...items, ...fromAll(numbersFrom('+165055565', 3))];
    const results = await receiveMessages(context, { channelId: channel.id, items: received });
    const settled = await Promise.allSettled(results);
    await away.close();
    expect(settled.map(({ status }) => status)).toEqual([
      ...Array(2).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ]);
    expect(count()).toBe(2);
  });
});

/** Lets the second transaction begin only after something else. */
function connections(database: Database) {
  const { pool } = database;
  let count = 0;
  const secondConnectionAfter = (before: () => Promise<unknown>): Database => {
    const connect = async () => {
      count += 1;
      if (count === 2) await before();
      return pool.connect();
    };
    return {
      ...database,
      pool: Object.create(pool, { connect: { value: connect }, query: { value: pool.query.bind(pool) } }),
    };
  };
  return { secondConnectionAfter, count: () => count };
}

const createSender = statement(
  'create-sender',
  `with contact as (
     insert into contacts (tenant_id, id, created_at, updated_at)
     select $1::uuid, $2::uuid, $4::timestamptz, $4::timestamptz returning id
   )
   insert into handles (tenant_id, id, contact_id, type, value, is_primary, created_at, updated_at)
   select $1::uuid, id, id, 'phone_number', $3::text, true, $4::timestamptz, $4::timestamptz from contact`,
);
const change = statement('change-chat', 'update chats set updated_at = updated_at where id = $1::uuid');
