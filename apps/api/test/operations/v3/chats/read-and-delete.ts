import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Chat } from '@parley/database';
import { createChat, createContact, createMessage, expectStatus } from '@parley/testkit';
import { findEvents } from '../../support/find-events.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeChatReadsAndDeletions(stage: Stage, world: RenewableWorld): void {
  function iso(date: Date): string {
    return date.toISOString();
  }

  describe('getChat 200', () => {
    beforeEach(world.renew);

    it('returns the chat with its contact, handle and latest message, every key present', async () => {
      const { chat, contact, label, attribute, message, channel } = world;
      const handle = {
        id: contact.handle.id,
        createdAt: iso(contact.handle.createdAt),
        updatedAt: iso(contact.handle.updatedAt),
        type: 'phone_number',
        isPrimary: true,
        value: contact.phoneNumber,
        extra: {},
        hasChats: true,
      };
      const { id, createdAt, updatedAt, value } = world.spareHandle;
      const times = { createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
      const spare = { ...handle, id, ...times, type: 'instagram', value, hasChats: false };
      const { body } = expectStatus(await world.v3.call('getChat', { params: { chatId: chat.id } }), 200);
      expect(body).toEqual({
        success: true,
        data: {
          id: chat.id,
          createdAt: iso(chat.createdAt),
          updatedAt: (await reload(chat)).updatedAt.toISOString(),
          status: 'open',
          isUnread: false,
          openUntil: null,
          unreadCount: 0,
          channelId: channel.id,
          contactId: contact.id,
          contact: {
            id: contact.id,
            createdAt: iso(contact.createdAt),
            updatedAt: iso(contact.updatedAt),
            firstName: 'Ada',
            lastName: contact.lastName,
            fullName: `Ada ${contact.lastName}`,
            displayName: `Ada ${contact.lastName}`,
            isSubscribed: true,
            handles: [handle, spare],
            labels: [{ id: label.id, name: label.name, color: '#7C3AED' }],
            attributes: [
              {
                id: attribute.id,
                externalId: attribute.externalId,
                name: attribute.name,
                type: 'text',
                value: 'Berlin',
              },
            ],
            phoneNumber: contact.phoneNumber,
            email: null,
            chats: [{ id: chat.id, channelId: channel.id, status: 'open' }],
            metadata: {},
            timeZone: null,
          },
          handleId: contact.handle.id,
          handle,
          latestMessage: {
            id: message.id,
            vendorId: message.vendorId,
            sender: 'inbound',
            type: 'text',
            timestamp: '2026-10-14T09:30:00.000Z',
            subject: null,
            authentication: null,
            text: message.text,
            attachments: [],
          },
          assignedUserId: null,
          assignedTeamId: null,
          isSensitive: false,
          snoozedUntil: null,
        },
      });
    });

    it('returns every value that a chat can have', async () => {
      const contact = await createContact(stage.database, world.tenant.id, {
        metadata: { tier: { level: 3 } },
      });
      const chat = await createChat(stage.database, world.tenant.id, {
        contactId: contact.id,
        handleId: contact.handle.id,
        status: 'snoozed',
        isUnread: true,
        unreadCount: 7,
        openUntil: new Date('2026-10-15T09:30:00.120Z'),
        assignedUserId: 'user-1',
        assignedTeamId: 'team-1',
        isSensitive: true,
      });
      const attachment = {
        type: 'image',
        url: 'https://partner.example/a.png',
        name: 'a.png',
        contentType: 'image/png',
        size: 12,
      };
      await createMessage(stage.database, chat, {
        sender: 'outbound',
        type: 'image',
        text: null,
        vendorId: null,
        attachments: [attachment],
      });
      const { body } = expectStatus(await world.v3.call('getChat', { params: { chatId: chat.id } }), 200);
      expect(body.data).toMatchObject({
        status: 'snoozed',
        isUnread: true,
        unreadCount: 7,
        openUntil: '2026-10-15T09:30:00.120Z',
        assignedUserId: 'user-1',
        assignedTeamId: 'team-1',
        isSensitive: true,
        contact: { metadata: { tier: { level: 3 } } },
        latestMessage: {
          sender: 'outbound',
          type: 'image',
          text: null,
          vendorId: null,
          attachments: [attachment],
        },
      });
    });

    it('returns null as the latest message of a chat without any', async () => {
      const { id } = await createChat(stage.database, world.tenant.id);
      const { body } = expectStatus(await world.v3.call('getChat', { params: { chatId: id } }), 200);
      expect(body.data.latestMessage).toBeNull();
    });

    it.each([
      [{ firstName: 'Ada', lastName: null }, 'Ada', 'Ada'],
      [{ firstName: null, lastName: null, phoneNumber: '+4915112345678' }, '', '+4915112345678'],
      [
        { firstName: null, lastName: null, phoneNumber: null, email: 'ada@example.com' },
        '',
        'ada@example.com',
      ],
      [{ firstName: '', lastName: '', phoneNumber: null, email: null }, '', 'Unknown'],
    ])('names a contact %j by its known fields', async (values, fullName, displayName) => {
      const contact = await createContact(stage.database, world.tenant.id, values);
      const parties = { contactId: contact.id, handleId: contact.handle.id };
      const chat = await createChat(stage.database, world.tenant.id, parties);
      const { body } = expectStatus(await world.v3.call('getChat', { params: { chatId: chat.id } }), 200);
      expect(body.data.contact).toMatchObject({ fullName, displayName });
    });
  });

  describe('getChat 404', () => {
    beforeAll(world.renew);

    it('chat_not_found once it was deleted', async () => {
      const params = { chatId: world.chat.id };
      expectStatus(await world.v3.call('deleteChat', { params }), 200);
      const { body } = expectStatus(await world.v3.call('getChat', { params }), 404);
      expect(body.error).toEqual({ messageKey: 'chat_not_found', message: 'Chat not found' });
    });
  });

  describe('deleteChat 200', () => {
    beforeEach(world.renew);

    it('deletes the chat with its messages and notes and nothing else, and emits chat.deleted', async () => {
      const params = { chatId: world.chat.id };
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const { body } = expectStatus(await world.v3.call('deleteChat', { params }), 200);
      expect(body.data).toEqual({ deletedIds: [world.chat.id], notFoundIds: [] });
      const after = await snapshotTenant(stage.database, world.tenant.id);
      const { events, deliveries, unfinished_deliveries, jobs } = after;
      const added = { events, deliveries, unfinished_deliveries, jobs };
      expect(after).toEqual({
        ...before,
        chats: [],
        chat_states: [],
        messages: [],
        chat_notes: [],
        ...added,
      });
      const { id, channelId, contactId } = world.chat;
      expect(await findEvents(stage.database, { chatId: id })).toEqual([
        {
          type: 'chat.deleted',
          data: { id, contactId, channelId },
          deliveries: { [world.webhook.id]: 'chat.deleted' },
        },
      ]);
      for (const [name, rows] of Object.entries(added))
        expect({ name, count: rows?.length }).toEqual({ name, count: (before[name]?.length ?? 0) + 1 });
    });

    it('reports not found the second time', async () => {
      const params = { chatId: world.chat.id };
      await world.v3.call('deleteChat', { params });
      const { body } = expectStatus(await world.v3.call('deleteChat', { params }), 200);
      expect(body.data).toEqual({ deletedIds: [], notFoundIds: [world.chat.id] });
    });
  });

  function reload({ tenantId, id }: Chat): Promise<Chat> {
    return stage.database.prisma.chat.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  }
}
