import { describe, expect, test } from '@jest/globals';
import { defaultSizes, receiveMessage } from '../../src/index.js';
import { normalizeStoredAddresses } from '../../src/tenants/administration.js';
import { startTime } from '../test-context.js';
import { createContact } from '../testkit.js';
import { whileHeld } from '../while-held.js';
import { chatsOf, eventsOf, receivedMessage } from './received-message.js';
import { useReceiving } from './use-receiving.js';

const { worlds, receive, newChannel } = useReceiving();
const { database, own } = worlds;

describe('the first message of a sender', () => {
  test('creates contact, handle and chat, and emits events of them and of the message in this order', async () => {
    const channel = await newChannel();
    const item = receivedMessage({
      from: { handleType: 'phone_number', value: '+16505551234', name: ' Sheena Q  Nelson ' },
    });

    const result = await receiveMessage(worlds.context(), { channelId: channel.id, item });

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
      ['contact.created', null],
      ['contact.updated', null],
      ['chat.created', null],
      ['chat.updated', null],
      ['message.received', 'WHATSAPP_MESSAGE_RECEIVED'],
    ]);
    expect(events[4]).toMatchObject({
      channelId: channel.id,
      chatId: chat.id,
      createdAt: new Date(startTime),
    });
    expect(events[4]?.data).toMatchObject({
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
    expect(events[3]?.data).toMatchObject({
      id: chat.id,
      unreadCount: 1,
      latestMessage: { id: chat.latestMessageId },
    });
    const deliveries = await database.prisma.delivery.findMany({ where: { eventId: events[4]?.id ?? '' } });
    expect(deliveries.map(({ webhookId }) => webhookId)).toEqual([own.webhook.id]);
  });

  test('creates one contact, one handle and one chat, even if twenty arrive at the same time', async () => {
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
      ['chat.created', 1],
      ['chat.updated', 1],
      ['contact.created', 1],
      ['contact.updated', 1],
      ['message.received', 20],
    ]);
  });

  test('belongs to the contact that has the handle, even on another channel', async () => {
    const contact = await createContact(database, own.tenant.id);
    const channel = await newChannel({ type: 'sms' });
    const from = { handleType: 'phone_number', value: contact.handle.value, name: 'Another Name' } as const;
    await receive(channel.id, { from });
    const [chat] = await chatsOf(database, channel);
    expect(chat).toMatchObject({ contactId: contact.id, handleId: contact.handle.id, openUntil: null });
    const types = (await eventsOf(database, chat?.id ?? '')).map(
      ({ legacyType, type }) => legacyType ?? type,
    );
    expect(types).toEqual(['chat.created', 'chat.updated', 'SMS_MESSAGE_RECEIVED']);
  });

  test.each(['contacts', 'handles'])(
    'creates a new contact if a row of %s is being deleted',
    async (table) => {
      const { id: contactId, handle } = await createContact(database, own.tenant.id);
      const channel = await newChannel({ type: 'sms' });
      const from = { handleType: 'phone_number', value: handle.value } as const;
      const result = await whileHeld(database, {
        hold: (client) =>
          client.query(`delete from ${table} where tenant_id = $1 and id = $2`, [
            own.tenant.id,
            table === 'contacts' ? contactId : handle.id,
          ]),
        work: () => receive(channel.id, { from }),
      });
      const [chat] = await chatsOf(database, channel);
      expect(result).toMatchObject({ chatId: chat?.id });
      expect(chat?.contactId).not.toBe(contactId);
      const created = await database.prisma.handle.findFirst({ where: { value: handle.value } });
      expect(created).toMatchObject({ contactId: chat?.contactId, isPrimary: true });
    },
  );
});

describe('the same message twice', () => {
  test('is stored and emitted once, even if both arrive at the same time', async () => {
    const channel = await newChannel();
    const item = receivedMessage();
    const again = () => receiveMessage(worlds.context(), { channelId: channel.id, item });
    const results = await Promise.all([again(), again(), again()]);
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await again()).toBeNull();
    const [chat] = await chatsOf(database, channel);
    expect(chat?.unreadCount).toBe(1);
    expect(await database.prisma.message.count({ where: { channelId: channel.id } })).toBe(1);
  });

  test('is two messages on two channels', async () => {
    const [one, other] = [await newChannel(), await newChannel()];
    const item = receivedMessage();
    expect(await receive(one.id, item)).not.toBeNull();
    expect(await receive(other.id, item)).not.toBeNull();
  });
});

describe('the sender of a message', () => {
  const handlesOn = (channelId: string) =>
    database.prisma.handle.findMany({ where: { chats: { some: { channelId } } } });

  test.each([
    ['phone_number', '+49 (0) 155 87654321', '+4915587654321'],
    ['email', 'Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
    ['instagram', 'Deniz.Makes', 'deniz.makes'],
  ] as const)('is kept in its normal form: %s %s', async (handleType, value, expected) => {
    const channel = await newChannel();
    await receive(channel.id, { from: { handleType, value } });
    await receive(channel.id, { from: { handleType, value: expected } });
    expect(await handlesOn(channel.id)).toMatchObject([{ type: handleType, value: expected }]);
    expect(await chatsOf(database, channel)).toHaveLength(1);
  });

  test.each([
    ['4915587654322', null, '+4915587654322'],
    ['015587654323', 'DE', '+4915587654323'],
    ['38384', 'DE', '38384'],
  ])(
    'of bare digits is read as stored addresses are: %s in %s is %s',
    async (value, defaultCountry, expected) => {
      await database.prisma.tenant.update({ where: { id: own.tenant.id }, data: { defaultCountry } });
      const channel = await newChannel();
      const from = { handleType: 'phone_number', value } as const;
      await receive(channel.id, { from });
      await normalizeStoredAddresses(database, defaultSizes, own.tenant.id);
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
  ] as const)(
    'is kept as the provider names it when it is not an address: %s %s',
    async (handleType, value) => {
      const channel = await newChannel();
      expect(await receive(channel.id, { from: { handleType, value } })).not.toBeNull();
      expect(await receive(channel.id, { from: { handleType, value } })).not.toBeNull();
      expect(await handlesOn(channel.id)).toMatchObject([{ type: handleType, value }]);
    },
  );
});
