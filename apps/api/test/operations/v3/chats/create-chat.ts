import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createChannel, createChat, createContact, createHandle, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { chatCalls, unknownId } from './chat-calls.js';

export function describeChatCreation(stage: Stage, world: RenewableWorld): void {
  const { snapshot, eventsAbout } = chatCalls(stage, world);

  function begin(contactId: string, channelId: string) {
    return world.v3.call('createChat', { body: { contactId, channelId } });
  }

  describe('createChat 200', () => {
    beforeEach(world.renew);

    it('returns the existing chat; nothing changes', async () => {
      const before = await snapshot();
      const { body } = expectStatus(await begin(world.contact.id, world.channel.id), 200);
      expect(body.data.id).toBe(world.chat.id);
      expect(await snapshot()).toEqual(before);
    });

    it('returns the one that was used last, if there are several', async () => {
      const { database } = stage;
      const second = await createHandle(database, world.tenant.id, {
        contactId: world.contact.id,
        type: 'phone_number',
        value: '+4930999',
      });
      const newer = await createChat(database, world.tenant.id, {
        channelId: world.channel.id,
        contactId: world.contact.id,
        handleId: second.id,
        updatedAt: new Date(Date.now() + 60_000),
      });
      expect(expectStatus(await begin(world.contact.id, world.channel.id), 200).body.data.id).toBe(newer.id);
    });

    it('creates a chat with the primary handle that matches the channel, and emits an event', async () => {
      const { database } = stage;
      const { tenant, contact } = world;
      const mail = { contactId: contact.id, type: 'email' } as const;
      await createHandle(database, tenant.id, { ...mail, value: 'old@customer.example' });
      const primary = await createHandle(database, tenant.id, { ...mail, isPrimary: true });
      const channel = await createChannel(database, tenant.id, { type: 'email' });
      const { data } = expectStatus(await begin(contact.id, channel.id), 200).body;
      expect(data).toMatchObject({
        status: 'open',
        isUnread: false,
        unreadCount: 0,
        openUntil: null,
        latestMessage: null,
        channelId: channel.id,
        contactId: contact.id,
        handleId: primary.id,
        handle: { id: primary.id, hasChats: true },
        createdAt: startTime,
      });
      expect(await eventsAbout(data.id)).toEqual([
        { type: 'chat.created', data },
        { type: 'chat.updated', data },
      ]);
      expect(expectStatus(await begin(contact.id, channel.id), 200).body.data.id).toBe(data.id);
      expect(await eventsAbout(data.id)).toHaveLength(2);
    });

    it('ten requests at once create one chat', async () => {
      const contact = await createContact(stage.database, world.tenant.id);
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => begin(contact.id, world.channel.id)),
      );
      const ids = responses.map((response) => expectStatus(response, 200).body.data.id);
      expect(new Set(ids).size).toBe(1);
      expect(await stage.database.prisma.chat.count({ where: { contactId: contact.id } })).toBe(1);
    });
  });

  describe('createChat errors; nothing changes', () => {
    beforeAll(world.renew);

    it('400 not_found for contactId without a handle that matches the channel', async () => {
      const channel = await createChannel(stage.database, world.tenant.id, { type: 'email' });
      const before = await snapshot();
      const { body } = expectStatus(await begin(world.contact.id, channel.id), 400);
      const message = 'The contact has no handle of the type "email"';
      expect(body).toEqual(invalid({ contactId: { key: 'not_found', message } }));
      expect(await snapshot()).toEqual(before);
    });

    it('400 for invalid and missing ids', async () => {
      const wrongBody = { contactId: 'Ada' };
      expect(errorKeys(await world.v3.call('createChat', { wrongBody }))).toEqual({
        contactId: 'invalid_string',
        channelId: 'invalid_type',
      });
    });

    it('404 contact_not_found and channel_not_found, even for a contact or a channel of another tenant', async () => {
      for (const contactId of [unknownId, stage.other.contact.id]) {
        const { body } = expectStatus(await begin(contactId, world.channel.id), 404);
        expect(body.error).toEqual({ messageKey: 'contact_not_found', message: 'Contact not found' });
      }
      for (const channelId of [unknownId, stage.other.channel.id]) {
        const { body } = expectStatus(await begin(world.contact.id, channelId), 404);
        expect(body.error).toEqual({ messageKey: 'channel_not_found', message: 'Channel not found' });
      }
    });
  });
}
