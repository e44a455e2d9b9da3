import { describe, expect, test } from '@jest/globals';
import { markChatRead, receiveMessage } from '../../src/index.js';
import { normalizeStoredAddresses } from '../../src/tenants/administration.js';
import { findJobs } from '../find-jobs.js';
import { startTime } from '../test-context.js';
import { createAutomation, createChannel, createChat, createContact, createMessage } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { chatsOf, eventsOf, publicUrl, receivedMessage } from './received-message.js';

const worlds = useWorlds();

const receive = (channelId: string, values: Parameters<typeof receivedMessage>[0] = {}) =>
  receiveMessage(worlds.context(), { channelId, item: receivedMessage(values), publicUrl });

const newChannel = (values: Parameters<typeof createChannel>[2] = {}) =>
  createChannel(worlds.database, worlds.own.tenant.id, values);

describe('the first message of a sender', () => {
  test('creates contact, handle and chat, and emits events of them and of the message in this order', async () => {
    const { database, own } = worlds;
    const channel = await newChannel();
    const item = receivedMessage({
      from: { handleType: 'phone_number', value: '+16505551234', name: ' Sheena Q  Nelson ' },
    });

    const result = await receiveMessage(worlds.context(), { channelId: channel.id, item, publicUrl });

    const chat = await database.prisma.chat.findFirstOrThrow({
      where: { channelId: channel.id },
      include: { contact: true, handle: true },
    });
    expect(result).toEqual({ chatId: chat.id, messageId: chat.latestMessageId });
    expect(chat).toMatchObject({
      status: 'open',
      isUnread: true,
      unreadCount: 1,
      openUntil: new Date('2026-11-15T09:20:00.000Z'),
      contact: { firstName: 'Sheena', lastName: 'Q  Nelson', phoneNumber: '+16505551234', email: null },
      handle: { type: 'phone_number', value: '+16505551234', isPrimary: true },
    });
    const events = await database.prisma.event.findMany({
      where: { contactId: chat.contactId },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ type, legacyType }) => [type, legacyType])).toEqual([
      ['contact.updated', null],
      ['chat.updated', null],
      ['message.received', 'WHATSAPP_MESSAGE_RECEIVED'],
    ]);
    expect(events[2]).toMatchObject({
      channelId: channel.id,
      chatId: chat.id,
      createdAt: new Date(startTime),
    });
    expect(events[2]?.data).toMatchObject({
      id: chat.latestMessageId,
      vendorId: item.externalId,
      sender: 'inbound',
      status: 'delivered',
      text: item.text,
      timestamp: '2026-11-14T09:20:00.000Z',
      chat: { id: chat.id },
      contact: { id: chat.contactId, chats: [{ id: chat.id, channelId: channel.id, status: 'open' }] },
      handle: { value: '+16505551234', hasChats: true },
      channel: { id: channel.id, type: 'whatsapp', name: channel.name },
      errors: [],
    });
    expect(events[1]?.data).toMatchObject({
      id: chat.id,
      unreadCount: 1,
      latestMessage: { id: chat.latestMessageId },
    });
    const deliveries = await database.prisma.delivery.findMany({ where: { eventId: events[2]?.id ?? '' } });
    expect(deliveries.map(({ webhookId }) => webhookId)).toEqual([own.webhook.id]);
  });

  test('of twenty at the same time creates one contact, one handle and one chat', async () => {
    const { database } = worlds;
    const channel = await newChannel();
    const from = { handleType: 'phone_number', value: '+16505550020' } as const;
    const results = await Promise.all(Array.from({ length: 20 }, () => receive(channel.id, { from })));
    expect(new Set(results.map((result) => result?.chatId)).size).toBe(1);
    const [chat, ...others] = await chatsOf(database, channel);
    expect(others).toEqual([]);
    expect(chat).toMatchObject({ unreadCount: 20 });
    expect(await database.prisma.contact.count({ where: { phoneNumber: from.value } })).toBe(1);
    const events = await database.prisma.event.groupBy({
      by: ['type'],
      where: { contactId: chat?.contactId ?? '' },
      _count: true,
      orderBy: { type: 'asc' },
    });
    expect(events.map(({ type, _count }) => [type, _count])).toEqual([
      ['chat.updated', 1],
      ['contact.updated', 1],
      ['message.received', 20],
    ]);
  });

  test('belongs to the contact that has the handle, also on another channel', async () => {
    const { database, own } = worlds;
    const contact = await createContact(database, own.tenant.id);
    const channel = await newChannel({ type: 'sms' });
    const from = { handleType: 'phone_number', value: contact.handle.value, name: 'Another Name' } as const;
    await receive(channel.id, { from });
    const [chat] = await chatsOf(database, channel);
    expect(chat).toMatchObject({ contactId: contact.id, handleId: contact.handle.id, openUntil: null });
    const types = (await eventsOf(database, chat?.id ?? '')).map(
      ({ legacyType, type }) => legacyType ?? type,
    );
    expect(types).toEqual(['chat.updated', 'SMS_MESSAGE_RECEIVED']);
  });
});

describe('the same message twice', () => {
  test('is stored and emitted once, also at the same time', async () => {
    const { database } = worlds;
    const channel = await newChannel();
    const item = receivedMessage();
    const again = () => receiveMessage(worlds.context(), { channelId: channel.id, item, publicUrl });
    const results = await Promise.all([again(), again(), again()]);
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await again()).toBeNull();
    const [chat] = await chatsOf(database, channel);
    expect(chat?.unreadCount).toBe(1);
    expect(await database.prisma.message.count({ where: { channelId: channel.id } })).toBe(1);
  });

  test('is two on two channels', async () => {
    const [one, other] = [await newChannel(), await newChannel()];
    const item = receivedMessage();
    expect(await receive(one.id, item)).not.toBeNull();
    expect(await receive(other.id, item)).not.toBeNull();
  });
});

describe('a message in a chat that is there', () => {
  const prepare = async (values: Parameters<typeof createChat>[2] = {}) => {
    const { database, own } = worlds;
    const channel = await newChannel();
    const contact = await createContact(database, own.tenant.id);
    const chat = await createChat(database, own.tenant.id, {
      channelId: channel.id,
      contactId: contact.id,
      handleId: contact.handle.id,
      ...values,
    });
    const from = { handleType: 'phone_number', value: contact.handle.value } as const;
    const read = () => database.prisma.chat.findFirstOrThrow({ where: { id: chat.id } });
    return { channel, chat, from, read };
  };

  test.each([
    ['closed', {}],
    ['snoozed', { snoozedUntil: new Date('2026-12-01') }],
  ] as const)('opens a %s one, ends its snooze and tells so', async (status, more) => {
    const { channel, chat, from, read } = await prepare({ status, ...more });
    await receive(channel.id, { from });
    expect(await read()).toMatchObject({
      status: 'open',
      snoozedUntil: null,
      updatedAt: new Date(startTime),
    });
    const types = (await eventsOf(worlds.database, chat.id)).map(({ type }) => type);
    expect(types).toEqual(['chat.updated', 'message.received']);
  });

  test('marks a read chat as unread and emits it; further messages emit only their own event', async () => {
    const { channel, chat, from } = await prepare();
    for (const _ of [1, 2, 3]) await receive(channel.id, { from });
    const events = await eventsOf(worlds.database, chat.id);
    expect(events.map(({ type }) => type)).toEqual([
      'chat.updated',
      'message.received',
      'message.received',
      'message.received',
    ]);
    expect(events[0]?.data).toMatchObject({ isUnread: true, unreadCount: 1 });
  });

  test('emits that the chat is unread again after it was read', async () => {
    const { channel, chat, from } = await prepare({ isUnread: true, unreadCount: 4 });
    await markChatRead(worlds.context(), chat.id);
    await receive(channel.id, { from });
    const events = await eventsOf(worlds.database, chat.id);
    expect(events.map(({ type, data }) => [type, Object(data).isUnread])).toEqual([
      ['chat.updated', false],
      ['chat.updated', true],
      ['message.received', undefined],
    ]);
  });

  test('that is known already, and one that the business wrote, change no reading state and emit no event of the chat', async () => {
    const { channel, chat, from, read } = await prepare();
    const { externalId } = receivedMessage();
    await receive(channel.id, { from, externalId });
    await markChatRead(worlds.context(), chat.id);
    const told = await eventsOf(worlds.database, chat.id);
    await receive(channel.id, { from, externalId });
    await receive(channel.id, { from, echo: true });
    expect(await read()).toMatchObject({ isUnread: false, unreadCount: 0 });
    const types = (await eventsOf(worlds.database, chat.id)).slice(told.length).map(({ type }) => type);
    expect(types).toEqual(['message.sent']);
  });

  test('that comes late counts as unread and changes neither the latest message nor the window', async () => {
    const { channel, from, read } = await prepare();
    const at = (time: string) => ({ from, timestamp: new Date(`2026-11-14T${time}Z`) });
    const newer = await receive(channel.id, at('09:10:00'));
    await receive(channel.id, at('09:00:00'));
    expect(await read()).toMatchObject({
      latestMessageId: newer?.messageId,
      unreadCount: 2,
      openUntil: new Date('2026-11-15T09:10:00.000Z'),
    });
  });

  test('runs the automations for messages, by keyword, and those for opened chats', async () => {
    const { database, own } = worlds;
    const { channel, chat, from } = await prepare({ status: 'closed' });
    const waitFor = async (triggerType: 'message_received' | 'chat_opened', keyword?: string) => {
      const values = { triggerType, triggerChannelId: channel.id };
      const automation = await createAutomation(database, own.tenant.id, values);
      await database.prisma.automationVersion.updateMany({
        where: { automationId: automation.id },
        data: { triggerParameters: keyword === undefined ? {} : { keyword } },
      });
      return automation.id;
    };
    const expected = [
      await waitFor('message_received'),
      await waitFor('message_received', 'GREEN'),
      await waitFor('chat_opened'),
    ];
    await waitFor('message_received', 'blue');
    await waitFor('message_received', 'gree');

    await receive(channel.id, { from });

    const runs = await database.prisma.automationRun.findMany({ where: { chatId: chat.id } });
    expect(runs.map(({ automationId }) => automationId).sort()).toEqual(expected.sort());
    for (const { id } of runs) expect(await findJobs(database, 'run-automation', id)).toHaveLength(1);

    await receive(channel.id, { from, automated: true });
    await receive(channel.id, { from, echo: true });
    expect(await database.prisma.automationRun.count({ where: { chatId: chat.id } })).toBe(3);
  });
});

describe('the sender of a message', () => {
  const handlesOn = (channelId: string) =>
    worlds.database.prisma.handle.findMany({ where: { chats: { some: { channelId } } } });

  test.each([
    ['phone_number', '+49 (0) 155 87654321', '+4915587654321'],
    ['email', 'Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
    ['instagram', 'Deniz.Makes', 'deniz.makes'],
  ] as const)('is kept in its normal form: %s %s', async (handleType, value, expected) => {
    const channel = await newChannel();
    await receive(channel.id, { from: { handleType, value } });
    await receive(channel.id, { from: { handleType, value: expected } });
    expect(await handlesOn(channel.id)).toMatchObject([{ type: handleType, value: expected }]);
    expect(await chatsOf(worlds.database, channel)).toHaveLength(1);
  });

  test.each([
    ['4915587654322', null, '+4915587654322'],
    ['015587654323', 'DE', '+4915587654323'],
    ['38384', 'DE', '38384'],
  ])(
    'of bare digits is read as stored addresses are: %s in %s is %s',
    async (value, defaultCountry, expected) => {
      const { database, own } = worlds;
      await database.prisma.tenant.update({ where: { id: own.tenant.id }, data: { defaultCountry } });
      const channel = await newChannel();
      const from = { handleType: 'phone_number', value } as const;
      await receive(channel.id, { from });
      await normalizeStoredAddresses(database, own.tenant.id);
      await receive(channel.id, { from });
      expect(await handlesOn(channel.id)).toMatchObject([{ value: expected }]);
      await database.prisma.tenant.update({ where: { id: own.tenant.id }, data: { defaultCountry: null } });
    },
  );

  test.each([
    ['phone_number', '38383'],
    ['phone_number', '4915587654'],
    ['phone_number', 'ACME Shop'],
    ['phone_number', 'US.13491208655302741918'],
    ['phone_number', '+5215512345678'],
    ['email', 'root@localhost'],
    ['instagram', 'not an id'],
  ] as const)('is kept as the provider names it when it is no address: %s %s', async (handleType, value) => {
    const channel = await newChannel();
    expect(await receive(channel.id, { from: { handleType, value } })).not.toBeNull();
    expect(await receive(channel.id, { from: { handleType, value } })).not.toBeNull();
    expect(await handlesOn(channel.id)).toMatchObject([{ type: handleType, value }]);
  });
});

describe('attachments', () => {
  const facts = { type: 'image', name: 'photo.jpg', contentType: 'image/jpeg', size: null } as const;

  test('whose bytes came along become files with a public link', async () => {
    const { database } = worlds;
    const channel = await newChannel({ type: 'email' });
    const content = Buffer.from('bytes of a photo');
    await receive(channel.id, {
      from: { handleType: 'email', value: 'ada@example.com' },
      attachments: [{ ...facts, content }],
    });
    const message = await database.prisma.message.findFirstOrThrow({ where: { channelId: channel.id } });
    const [attachment] = message.attachments as [{ url: string; fileId: string; size: number }];
    expect(attachment).toMatchObject({ ...facts, size: content.length });
    const file = await database.prisma.file.findFirstOrThrow({
      where: { id: attachment.fileId },
      include: { content: true },
    });
    expect(attachment.url).toBe(`${publicUrl}/files/${file.publicToken}`);
    expect(Buffer.from(file.content?.bytes ?? [])).toEqual(content);
  });

  test('that open with credentials only keep the provider’s link and get a job that fetches them', async () => {
    const { database } = worlds;
    const channel = await newChannel();
    const url = 'https://graph.facebook.com/v23.0/1003383421387256';
    const result = await receive(channel.id, { attachments: [{ ...facts, url, needsCredentials: true }] });
    const message = await database.prisma.message.findFirstOrThrow({ where: { channelId: channel.id } });
    expect(message.attachments).toEqual([{ ...facts, url, needsCredentials: true }]);
    expect(await findJobs(database, 'fetch-media', result?.messageId ?? '')).toHaveLength(1);
  });
});

describe('an echo', () => {
  const instagram = { handleType: 'instagram', value: '6547000000000001' } as const;

  test('is a sent message of ours; it neither opens the chat nor counts as unread', async () => {
    const { database } = worlds;
    const channel = await newChannel({ type: 'instagram' });
    await receive(channel.id, { from: instagram });
    const [chat] = await chatsOf(database, channel);
    await database.prisma.chat.updateMany({ where: { channelId: channel.id }, data: { status: 'closed' } });
    const result = await receive(channel.id, { from: instagram, echo: true, text: 'Yes, it is.' });
    const after = await database.prisma.chat.findFirstOrThrow({ where: { channelId: channel.id } });
    expect(after).toMatchObject({ status: 'closed', unreadCount: 1, openUntil: chat?.openUntil });
    expect(after.latestMessageId).toBe(result?.messageId);
    const event = (await eventsOf(database, after.id)).at(-1);
    expect(event).toMatchObject({ type: 'message.sent', legacyType: 'INSTAGRAM_MESSAGE_ECHO' });
    expect(event?.data).toMatchObject({ sender: 'outbound', status: 'sent', text: 'Yes, it is.' });
  });

  test('has no name in v2 on other channels', async () => {
    const channel = await newChannel();
    const result = await receive(channel.id, { echo: true });
    const event = (await eventsOf(worlds.database, result?.chatId ?? '')).at(-1);
    expect(event).toMatchObject({ type: 'message.sent', legacyType: null });
  });

  test('of a message that we are sending confirms that message instead of making another', async () => {
    const { database } = worlds;
    const channel = await newChannel({ type: 'instagram' });
    await receive(channel.id, { from: instagram });
    const chat = await database.prisma.chat.findFirstOrThrow({ where: { channelId: channel.id } });
    const sending = await createMessage(database, chat, {
      sender: 'outbound',
      status: 'pending',
      vendorId: null,
      text: 'Here you are. ',
      leaseToken: '0193a1e0-5c00-4000-8000-000000000001',
    });
    const echo = { from: instagram, echo: true, text: 'Here you are.', externalId: 'mid.OWN' };
    expect(await receive(channel.id, echo)).toBeNull();
    expect(await receive(channel.id, echo)).toBeNull();
    const messages = await database.prisma.message.findMany({
      where: { chatId: chat.id, sender: 'outbound' },
    });
    expect(messages).toMatchObject([{ id: sending.id, vendorId: 'mid.OWN', status: 'sent' }]);
    const event = (await eventsOf(database, chat.id)).at(-1);
    expect(event).toMatchObject({ type: 'message.sent', legacyType: 'INSTAGRAM_MESSAGE_STATUS' });
  });
});
