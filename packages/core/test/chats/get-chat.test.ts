import { describe, expect, test } from '@jest/globals';
import { chats, deleteById, getById, newId, createChat as openChat } from '../../src/index.js';
import { createChatOf } from '../create-chat-of.js';
import { refusal } from '../refusals.js';
import {
  createAttribute,
  createChat,
  createContact,
  createHandle,
  createLabel,
  createMessage,
  putLabelOnContact,
  setAttributeValue,
} from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';

const { database, prisma, own, other, context } = useWorlds();
const unknownIds = ['not-an-id', '', '0193a1e0-5c00-7000-8000-00000000004', "' or true --"];

describe('get a chat', () => {
  test('returns the chat with its contact, handle and latest message, timestamps in UTC with three decimals', async () => {
    const tenantId = own.tenant.id;
    const at = new Date('2026-10-01T12:00:00.007Z');
    const contact = await createContact(database, tenantId, {
      firstName: 'Ada',
      lastName: null,
      metadata: { crm: { id: 7 } },
      createdAt: at,
      updatedAt: at,
    });
    const chat = await createChatOf(database, contact, {
      channelId: own.channel.id,
      openUntil: at,
      unreadCount: 2,
      isUnread: true,
      assignedUserId: 'user-1',
      createdAt: at,
    });
    const message = await createMessage(database, chat, {
      type: 'image',
      text: null,
      attachments: [
        { type: 'image', url: 'https://x.example/a.png', name: null, contentType: 'image/png', size: 3 },
      ],
    });

    const record = await getById(context(), chats, chat.id);

    expect(record).toEqual({
      id: chat.id,
      createdAt: '2026-10-01T12:00:00.007Z',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      status: 'open',
      isUnread: true,
      openUntil: '2026-10-01T12:00:00.007Z',
      unreadCount: 2,
      channelId: own.channel.id,
      contactId: contact.id,
      contact: {
        id: contact.id,
        createdAt: '2026-10-01T12:00:00.007Z',
        updatedAt: '2026-10-01T12:00:00.007Z',
        firstName: 'Ada',
        lastName: null,
        fullName: 'Ada',
        displayName: 'Ada',
        isSubscribed: true,
        handles: [
          expect.objectContaining({ id: contact.handle.id, hasChats: true, isPrimary: true, extra: {} }),
        ],
        labels: [],
        attributes: [],
        phoneNumber: contact.phoneNumber,
        email: null,
        chats: [{ id: chat.id, channelId: own.channel.id, status: 'open' }],
        metadata: { crm: { id: 7 } },
        timeZone: null,
      },
      handleId: contact.handle.id,
      handle: expect.objectContaining({ id: contact.handle.id, type: 'phone_number', hasChats: true }),
      latestMessage: {
        id: message.id,
        vendorId: message.vendorId,
        sender: 'inbound',
        type: 'image',
        timestamp: '2026-10-14T09:30:00.000Z',
        subject: null,
        authentication: null,
        text: null,
        attachments: [
          { type: 'image', url: 'https://x.example/a.png', name: null, contentType: 'image/png', size: 3 },
        ],
      },
      assignedUserId: 'user-1',
      assignedTeamId: null,
      snoozedUntil: null,
      isSensitive: false,
    });
  });

  test('orders labels by name, attributes by external id, chats newest first, and knows which handles have chats', async () => {
    const tenantId = own.tenant.id;
    const contact = await createContact(database, tenantId);
    const unused = await createHandle(database, tenantId, { contactId: contact.id });
    const older = await createChatOf(database, contact, { createdAt: new Date('2026-01-01') });
    const newer = await createChatOf(database, contact, { createdAt: new Date('2026-02-01') });
    for (const name of ['Zebra', 'Apple']) {
      const label = await createLabel(database, tenantId, { name });
      await putLabelOnContact(database, tenantId, { contactId: contact.id, labelId: label.id });
    }
    for (const externalId of ['zone', 'age']) {
      const attribute = await createAttribute(database, tenantId, { externalId });
      await setAttributeValue(database, tenantId, {
        contactId: contact.id,
        attributeId: attribute.id,
        value: '1',
      });
    }

    const { contact: record } = await getById(context(), chats, older.id);

    expect(record.labels.map(({ name }) => name)).toEqual(['Apple', 'Zebra']);
    expect(record.attributes.map(({ externalId }) => externalId)).toEqual(['age', 'zone']);
    expect(record.chats.map(({ id }) => id)).toEqual([newer.id, older.id]);
    const hasChats = new Map(record.handles.map((handle) => [handle.id, handle.hasChats]));
    expect(hasChats).toEqual(
      new Map([
        [contact.handle.id, true],
        [unused.id, false],
      ]),
    );
  });

  test.each([
    [{ firstName: 'Ada', lastName: 'Berg' }, 'Ada Berg', 'Ada Berg'],
    [{ firstName: null, lastName: 'Berg' }, 'Berg', 'Berg'],
    [{ firstName: null, lastName: null, phoneNumber: '+4930111', email: 'a@x.example' }, '', '+4930111'],
    [{ firstName: null, lastName: '', phoneNumber: null, email: 'a@x.example' }, '', 'a@x.example'],
    [{ firstName: null, lastName: null, phoneNumber: null, email: null }, '', 'Unknown'],
  ])('shows %j as "%s" and displays "%s"', async (values, fullName, displayName) => {
    const contact = await createContact(database, own.tenant.id, values);
    const chat = await createChatOf(database, contact);
    const record = await getById(context(), chats, chat.id);
    expect(record.contact).toMatchObject({ fullName, displayName });
    expect(record.latestMessage).toBeNull();
  });

  test('404 for an unknown, a malformed and another tenant’s id alike', async () => {
    for (const id of [newId(), other.chat.id, ...unknownIds]) {
      await expect(getById(context(), chats, id)).rejects.toMatchObject(refusal('chat_not_found'));
    }
  });
});

describe('open a chat with a contact', () => {
  test('whose address is replaced at the same moment uses the new address', async () => {
    const { id: contactId, handle } = await createContact(database, own.tenant.id);
    const handleId = newId();
    const chat = await whileHeld(database, {
      hold: (client) =>
        client.query(
          `with replaced as (delete from handles where id = $1 returning *)
           insert into handles (tenant_id, id, contact_id, type, value, is_primary, created_at, updated_at)
           select tenant_id, $2, contact_id, type, value || '0', is_primary, created_at, updated_at from replaced`,
          [handle.id, handleId],
        ),
      work: () => openChat(context(), { contactId, channelId: own.channel.id }),
    });
    expect(chat).toMatchObject({ contactId, handleId });
  });
});

describe('delete a chat', () => {
  test('deletes it with its messages and names the id as it was sent; a second time it is not found', async () => {
    const chat = await createChat(database, own.tenant.id);
    await createMessage(database, chat);
    const sent = chat.id.toUpperCase();
    expect(await deleteById(context(), chats, sent)).toEqual({ deletedIds: [sent], notFoundIds: [] });
    expect(await prisma.message.count({ where: { chatId: chat.id } })).toBe(0);
    expect(await deleteById(context(), chats, sent)).toEqual({ deletedIds: [], notFoundIds: [sent] });
  });

  test('does not delete another tenant’s chat, and reports it as not found, like a malformed id', async () => {
    for (const id of [other.chat.id, ...unknownIds]) {
      expect(await deleteById(context(), chats, id)).toEqual({ deletedIds: [], notFoundIds: [id] });
    }
    expect(await prisma.chat.count({ where: { id: other.chat.id } })).toBe(1);
  });
});
