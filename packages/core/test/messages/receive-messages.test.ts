import { describe, expect, test } from '@jest/globals';
import { type Database, openDatabase, runInTransaction, statement } from '@parley/database';
import { type ReceivedMessage, receiveMessages } from '../../src/index.js';
import { createAutomation, createChannel } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { untilWaiting, whileHeld } from '../while-held.js';
import { holdChat, prepareReceptions, valuesOf } from './prepare-receptions.js';
import { eventsOf, receivedMessage } from './received-message.js';

const worlds = useWorlds();
const { database, prisma, own, other } = worlds;
const prepare = (count: number, values: Parameters<typeof prepareReceptions>[2] = {}) =>
  prepareReceptions(worlds, count, values);

describe('messages at the same time', () => {
  test('share a transaction, and each has its chat, its event and its delivery', async () => {
    const { chats, items, receive, countByTransaction } = await prepare(5);
    const results = valuesOf(await receive(items));
    expect(results).toEqual(chats.map(({ id }) => ({ chatId: id, messageId: expect.any(String) })));
    expect(await countByTransaction()).toEqual([5]);
    for (const { id, item } of chats) {
      const chat = await prisma.chat.findFirstOrThrow({
        where: { id },
        include: { latestMessage: true },
      });
      expect(chat).toMatchObject({ unreadCount: 1, latestMessage: { vendorId: item.externalId } });
      const [updated, event, ...others] = await eventsOf(database, id);
      expect(others).toEqual([]);
      expect(updated).toMatchObject({ type: 'chat.updated', data: { id, isUnread: true, unreadCount: 1 } });
      expect(event).toMatchObject({
        type: 'message.received',
        data: { vendorId: item.externalId, chat: { id }, handle: { value: item.from.value } },
      });
      const eventIds = [updated?.id ?? '', event?.id ?? ''];
      const deliveries = await prisma.delivery.findMany({ where: { eventId: { in: eventIds } } });
      expect(deliveries.map(({ webhookId }) => webhookId)).toEqual([own.webhook.id, own.webhook.id]);
    }
  });

  test('in chats that are already unread emit only their own event', async () => {
    const { chats, items, receive } = await prepare(3, { isUnread: true, unreadCount: 1 });
    await receive(items);
    for (const { id } of chats) {
      expect(await eventsOf(database, id)).toMatchObject([{ type: 'message.received' }]);
    }
  });

  test('open their chats and start automations as each would alone', async () => {
    const { channel, chats, items, receive, countByTransaction } = await prepare(2, { status: 'closed' });
    const trigger = { triggerType: 'chat_opened', triggerChannelId: channel.id } as const;
    await createAutomation(database, own.tenant.id, trigger);
    await receive(items);
    expect(await countByTransaction()).toEqual([2]);
    for (const { id } of chats) {
      const types = (await eventsOf(database, id)).map(({ type }) => type);
      expect(types).toEqual(['chat.updated', 'message.received']);
      expect(await prisma.automationRun.count({ where: { chatId: id } })).toBe(1);
    }
  });

  test('of one sender, of new contacts and of the business are all recorded, and repeated ones once', async () => {
    const { channel, chats, items, receive, countByTransaction } = await prepare(2);
    const [first, second] = items as [ReceivedMessage, ReceivedMessage];
    const sameSender = receivedMessage({ from: first.from });
    const unknown = receivedMessage();
    const echo = receivedMessage({ from: second.from, echo: true });
    const results = valuesOf(await receive([first, sameSender, second, unknown, echo, { ...first }]));
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(await countByTransaction()).toEqual([2, 1, 1, 1]);
    expect(await prisma.chat.findFirst({ where: { id: chats[0]?.id ?? '' } })).toMatchObject({
      unreadCount: 2,
    });
    expect(await prisma.chat.count({ where: { channelId: channel.id } })).toBe(3);
    expect(valuesOf(await receive(items))).toEqual([null, null]);
  });
});

test('messages of one sender are recorded in their order, even if the first takes a long time', async () => {
  const { chats, items, receive } = await prepare(2);
  const [first, second] = items as [ReceivedMessage, ReceivedMessage];
  const content = Buffer.from('bytes of a photo');
  const photo = { type: 'image', name: null, contentType: 'image/jpeg', size: null, content } as const;
  const texts = ['a photo', 'what do you think?', 'hello?'].map((text, index) =>
    receivedMessage({ from: first.from, text, attachments: index === 0 ? [photo] : [] }),
  );
  await receive([...texts, second]);
  const events = await eventsOf(database, chats[0]?.id ?? '');
  const received = events.filter(({ type }) => type === 'message.received');
  expect(received.map(({ data }) => data)).toMatchObject(texts.map(({ text }) => ({ text })));
});

test('each sender is read once, even if its message is recorded alone', async () => {
  const { channel } = await prepare(0);
  const names: string[] = [];
  const counting: Database = {
    ...database,
    sql: (asked, values) => {
      names.push(asked.name ?? '');
      return database.sql(asked, values);
    },
  };
  const item = receivedMessage({ from: { handleType: 'phone_number', value: '015587650001' } });
  const context = { ...worlds.context(), database: counting };
  const [result] = await receiveMessages(context, { channelId: channel.id, items: [item] });
  expect(await result).toMatchObject({ messageId: expect.any(String) });
  expect(names.filter((name) => name === 'find-default-country')).toHaveLength(1);
});

test('an unavailable database fails all of them, and none is retried', async () => {
  const { channel, items } = await prepare(2);
  const away = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/nowhere' });
  const context = { ...worlds.context(), database: away };
  await expect(receiveMessages(context, { channelId: channel.id, items })).rejects.toThrow('ECONNREFUSED');
  await away.close();
  expect(await prisma.message.count({ where: { channelId: channel.id } })).toBe(0);
});

test('a message that cannot be recorded fails alone', async () => {
  const { items, receive } = await prepare(3);
  const [first, second, third] = items as [ReceivedMessage, ReceivedMessage, ReceivedMessage];
  const results = await receive([first, { ...second, text: 'no text holds \u0000' }, third]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(valuesOf(await receive([first, third]))).toEqual([null, null]);
});

test('all messages of a deleted channel are refused with not found', async () => {
  const { channel, items, receive } = await prepare(2);
  await prisma.channel.deleteMany({ where: { id: channel.id } });
  const errors = valuesOf(await receive(items));
  expect(errors).toMatchObject([{ message: 'channel_not_found' }, { message: 'channel_not_found' }]);
});

test('a chat that another transaction has locked delays only its own message', async () => {
  const { channel, chats, items } = await prepare(3);
  const held = chats[1]?.id ?? '';
  let late: Promise<unknown> | undefined;
  await runInTransaction(database, async ({ sql }) => {
    await sql(holdChat, [held]);
    const results = await receiveMessages(worlds.context(), { channelId: channel.id, items });
    late = results[1];
    expect(await Promise.all([results[0], results[2]])).toEqual([
      expect.objectContaining({ chatId: chats[0]?.id }),
      expect.objectContaining({ chatId: chats[2]?.id }),
    ]);
    expect(await prisma.message.count({ where: { chatId: held } })).toBe(0);
  });
  expect(await late).toMatchObject({ chatId: held });
});

test('a batch waits for a lock that it needs after its chats, and still shares its transaction', async () => {
  const { channel, items, countByTransaction } = await prepare(2);
  const received = await whileHeld(database, {
    hold: (client) => client.query('select from webhooks where id = $1 for update', [own.webhook.id]),
    work: () => receiveMessages(worlds.context(), { channelId: channel.id, items }),
    check: () => untilWaiting(database.pool, 1, '200 ms'),
  });
  await Promise.all(received);
  expect(await countByTransaction()).toEqual([2]);
});

test('messages of many new senders leave connections free; another tenant’s message is recorded meanwhile', async () => {
  const { channel } = await prepare(0);
  const { id: channelId } = await createChannel(database, other.tenant.id);
  const newSender = (number: number) =>
    receivedMessage({ from: { handleType: 'phone_number', value: `+49155876510${number + 10}` } });
  const { max } = database.pool.options;
  const flood = Array.from({ length: 2 * max }, (_, number) => newSender(number));
  let received: Promise<unknown>[] = [];
  await runInTransaction(database, async ({ sql }) => {
    await sql(holdChannel, [channel.id]);
    received = await receiveMessages(worlds.context(), { channelId: channel.id, items: flood });
    const [result] = await receiveMessages(worlds.otherContext(), { channelId, items: [newSender(0)] });
    expect(await result).toMatchObject({ messageId: expect.any(String) });
  });
  expect(await Promise.all(received)).toHaveLength(flood.length);
});

const holdChannel = statement('hold-channel', 'select from channels where id = $1::uuid for update');
