import { beforeEach, describe, expect, it } from '@jest/globals';
import { continueErasure } from '@parley/core';
import {
  contextOf,
  createCampaign,
  createChat,
  createContact,
  createLabel,
  createMessage,
  expectStatus,
} from '@parley/testkit';

import { failure } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { contactCalls, unknownId } from './contact-calls.js';

export function describeContactDeletion(stage: Stage, world: RenewableWorld): void {
  const { snapshot, eventsAbout } = contactCalls(stage, world);

  describe('deleteContact 200', () => {
    beforeEach(world.renew);

    it('deletes the contact with all its data, and keeps everything else', async () => {
      const { database } = stage;
      const { tenant, channel } = world;
      const bystander = await createContact(database, tenant.id);
      const chat = await createChat(database, tenant.id, {
        channelId: channel.id,
        contactId: bystander.id,
        handleId: bystander.handle.id,
      });
      const message = await createMessage(database, chat);
      const campaign = await createCampaign(database, tenant.id, { channelId: channel.id });
      const params = { contactId: world.contact.id };
      const { body } = expectStatus(await world.v3.call('deleteContact', { params }), 200);
      expect(body.data).toEqual({ deletedIds: [world.contact.id], notFoundIds: [] });
      const after = await snapshot();
      expect(idsOf(after.contacts)).toEqual([world.duplicate.id, bystander.id]);
      expect(idsOf(after.handles)).toEqual([world.duplicate.handle.id, bystander.handle.id]);
      expect(idsOf(after.chats)).toEqual([chat.id]);
      expect(idsOf(after.messages)).toEqual([message.id]);
      expect(after).toMatchObject({ contact_labels: [], attribute_values: [], campaign_recipients: [] });
      expect(idsOf(after.campaigns)).toContain(campaign.id);
      expect(idsOf(after.labels)).toEqual([world.label.id]);
      expectStatus(await world.v3.call('getContact', { params }), 404);
    });

    it('emits chat.deleted for each chat, and then contact.deleted, with ids only', async () => {
      const params = { contactId: world.contact.id };
      expectStatus(await world.v3.call('deleteContact', { params }), 200);
      const { id, contactId, channelId } = world.chat;
      const events = (await eventsAbout(world.contact.id)).filter(({ type }) => type.endsWith('.deleted'));
      expect(events).toEqual([
        { type: 'chat.deleted', data: { id, contactId, channelId } },
        { type: 'contact.deleted', data: { id: contactId } },
      ]);
    });

    it('reports not found the second time', async () => {
      const params = { contactId: world.contact.id };
      await world.v3.call('deleteContact', { params });
      const { body } = expectStatus(await world.v3.call('deleteContact', { params }), 200);
      expect(body.data).toEqual({ deletedIds: [], notFoundIds: [world.contact.id] });
    });

    function idsOf(rows: readonly unknown[] | undefined): string[] {
      return (rows ?? []).map((row) => String(Object(row).id)).sort();
    }
  });

  describe('getContactErasure', () => {
    beforeEach(world.renew);

    const read = (contactId: string) => world.v3.call('getContactErasure', { params: { contactId } });

    it('200 with the state, from the deletion until all data is erased', async () => {
      const contactId = world.contact.id;
      await world.v3.call('deleteContact', { params: { contactId } });
      const running = expectStatus(await read(contactId), 200).body.data;
      expect(running).toEqual({
        contactId,
        state: 'running',
        requestedAt: stage.clock.now().toISOString(),
        completedAt: null,
      });
      stage.clock.advance(2_000);
      const { database, clock } = stage;
      await continueErasure(contextOf(database, world.tenant.id, clock.now), contactId);
      const completed = { ...running, state: 'completed', completedAt: clock.now().toISOString() };
      expect(expectStatus(await read(contactId), 200).body.data).toEqual(completed);
    });

    it('404 erasure_not_found for a contact that exists, contact_not_found for any other id', async () => {
      const { body } = expectStatus(await read(world.contact.id), 404);
      expect(body).toEqual(failure('erasure_not_found', 'Erasure not found'));
      for (const id of [unknownId, 'nobody']) {
        const unknown = expectStatus(await read(id), 404).body;
        expect(unknown).toEqual(failure('contact_not_found', 'Contact not found'));
      }
    });
  });

  describe('removeContactLabel 200', () => {
    beforeEach(world.renew);

    function remove(labelId: string, contactId = world.contact.id) {
      return world.v3.call('removeContactLabel', { params: { contactId, labelId } });
    }

    it('removes the label from the contact, keeps the label itself and the other labels, and emits an event', async () => {
      const other = await createLabel(stage.database, world.tenant.id);
      await world.v3.call('addContactLabels', {
        params: { contactId: world.contact.id },
        body: { labels: [{ id: other.id }] },
      });
      stage.clock.advance(1_000);
      const { body } = expectStatus(await remove(world.label.id), 200);
      expect(body.data).toEqual({ deletedIds: [world.label.id], notFoundIds: [] });
      const read = await world.v3.call('getContact', {
        params: { contactId: world.contact.id },
      });
      const { data } = expectStatus(read, 200).body;
      expect(data.labels.map(({ id }) => id)).toEqual([other.id]);
      expect(data.updatedAt).toBe('2026-10-15T09:30:01.000Z');
      expect((await eventsAbout(world.contact.id)).at(-1)).toEqual({ type: 'contact.updated', data });
      expect(await stage.database.prisma.label.count({ where: { tenantId: world.tenant.id } })).toBe(2);
    });

    it('reports a label that the contact does not have, or a contact that does not exist; nothing changes', async () => {
      const other = await createLabel(stage.database, world.tenant.id);
      const before = await snapshot();
      for (const labelId of [other.id, unknownId, 'VIP']) {
        const { body } = expectStatus(await remove(labelId), 200);
        expect(body.data).toEqual({ deletedIds: [], notFoundIds: [labelId] });
      }
      for (const contactId of [unknownId, 'nobody']) {
        const { body } = expectStatus(await remove(world.label.id, contactId), 200);
        expect(body.data).toEqual({ deletedIds: [], notFoundIds: [contactId] });
      }
      expect(await snapshot()).toEqual(before);
    });
  });
}
